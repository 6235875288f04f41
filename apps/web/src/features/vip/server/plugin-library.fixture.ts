import { inflateRawSync } from "node:zlib";

/** The smallest library of greatdb_ha for 8.4.4 that can be read, as `makeLibrary` of core's tests makes it. */
export const madeLibrary: Buffer = inflateRawSync(
  Buffer.from(
    "q3f1cWNiZIADZgY7BmTgAKUbUEQtGBgZHBhYGBgYGBkIAA4GmgNubIJMEMoDlYsVMOMTZCRsPws2QVYIZcAwuAEjjETzhBIOcScc4kMWxOdWFhfmxBfklKZn5sVn5pWkFqUlJqfGl6UWFWfm58XDFBRnVqXmp8UXlxSVJpfEF5fAdKAZkJKanJNYlFiSmZ9XHM8wCgY74GBBK6bYIJQAmrgD2zANABErRkq0pxelJpakJMVnJI6mpaEIAA==",
    "base64",
  ),
);
