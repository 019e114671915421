module contractsuite

go 1.22

require github.com/counterfoil/counterfoil/clients/go v0.0.0

replace github.com/counterfoil/counterfoil/clients/go => ../../../../clients/go
