import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyServerOptions } from "fastify";

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>;

/**
 * Compiles the serializer of a response when a response first needs it. Fastify compiles those of all operations and
 * their errors before it listens, which takes a third of the CPU of a start, and most are never used.
 */
export const lazySerializers: CompilersFactory = {
  buildSerializer(externalSchemas, options) {
    const compile = SerializerSelector()(externalSchemas, options);
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (response) => {
        serialize ??= compile(route);
        return serialize(response);
      };
    };
  },
};
