{{- define "counterfoil.name" -}}
{{- default .Release.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "counterfoil.selector" -}}
app.kubernetes.io/name: counterfoil
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "counterfoil.labels" -}}
{{ include "counterfoil.selector" . }}
app.kubernetes.io/part-of: counterfoil
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "counterfoil.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{- define "counterfoil.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end -}}

{{- define "counterfoil.environment" -}}
{{- $secret := .Values.secret }}
{{- $names := dict "DATABASE_URL" $secret.keys.databaseUrl "COUNTERFOIL_SECRET" $secret.keys.secret "COUNTERFOIL_SECRET_OLD" $secret.keys.secretOld "DATABASE_APP_URL" $secret.keys.databaseAppUrl "DATABASE_PEOPLE_URL" $secret.keys.databasePeopleUrl "SMTP_URL" $secret.keys.smtpUrl "COUNTERFOIL_METRICS_TOKEN" $secret.keys.metricsToken }}
{{- range $name, $key := $names }}
{{- if $key }}
{{ include "counterfoil.secretVariable" (dict "name" $name "secret" $secret.name "key" $key) }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.config }}
- name: {{ $name }}
  value: {{ ternary (int64 $value) $value (kindIs "float64" $value) | toString | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "counterfoil.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "counterfoil.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "counterfoil.topologySpread" -}}
{{- $scope := . }}
{{- range .root.Values.topologySpread.keys }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: {{ $scope.root.Values.topologySpread.whenUnsatisfiable }}
  labelSelector:
    matchLabels:
      {{- include "counterfoil.selector" $scope | nindent 6 }}
{{- end }}
{{- end -}}

{{/* The probes of a process: it restarts only if it hangs, because a process without its database waits for it. */}}
{{- define "counterfoil.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: {{ . }} }
  periodSeconds: 5
  timeoutSeconds: 2
  failureThreshold: 2
{{- end -}}

{{- define "counterfoil.deployment" -}}
{{- $root := .root }}
{{- $values := .values }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "counterfoil.name" $root }}-{{ .component }}
  labels:
    {{- include "counterfoil.labels" . | nindent 4 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "counterfoil.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "counterfoil.labels" . | nindent 8 }}
        {{- with $root.Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with $root.Values.serviceAccountName }}
      serviceAccountName: {{ . }}
      {{- end }}
      {{- with $root.Values.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      terminationGracePeriodSeconds: {{ add $root.Values.drainSeconds $root.Values.stopSeconds 10 }}
      securityContext:
        {{- include "counterfoil.podSecurity" $root | nindent 8 }}
      topologySpreadConstraints:
        {{- include "counterfoil.topologySpread" . | nindent 8 }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          image: {{ include "counterfoil.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [{{ .command }}]
          env:
            - name: COUNTERFOIL_HOST
              value: 0.0.0.0
            - name: {{ .portVariable }}
              value: {{ .port | quote }}
            - name: COUNTERFOIL_DRAIN_SECONDS
              value: {{ $root.Values.drainSeconds | quote }}
            - name: COUNTERFOIL_STOP_SECONDS
              value: {{ $root.Values.stopSeconds | quote }}
            {{- include "counterfoil.environment" $root | nindent 12 }}
          ports:
            - name: http
              containerPort: {{ .port }}
          {{- include "counterfoil.probes" "http" | nindent 10 }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "counterfoil.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            - name: temporary
              mountPath: /tmp
      volumes:
        - name: temporary
          emptyDir: { sizeLimit: 1Gi }
{{- end -}}

{{- define "counterfoil.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "counterfoil.name" .root }}-{{ .component }}
  labels:
    {{- include "counterfoil.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .values.disruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "counterfoil.selector" . | nindent 6 }}
{{- end -}}

{{- define "counterfoil.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "counterfoil.name" .root }}-{{ .component }}
  labels:
    {{- include "counterfoil.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "counterfoil.name" .root }}-{{ .component }}
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.autoscaling.cpuPercent }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 300
{{- end -}}
