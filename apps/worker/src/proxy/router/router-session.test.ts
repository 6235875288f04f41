import { expect, it } from "vitest";
import { tellOutput } from "./router-session";

it("tells of a bootstrap the lines that say why it failed, and not that it asked for a password", () => {
  const output =
    "Please enter MySQL password for a: \n# Bootstrapping MySQL Router 9.7.4 instance at '/x'...\n\nError: Unable to connect\n";
  expect(tellOutput(output)).toBe("Error: Unable to connect");
  expect(tellOutput("")).toBe("-");
});

it("keeps both ends of a line that is a page long: what was tried, and what the server said", () => {
  const told = tellOutput(`Error: UPDATE ${"x".repeat(5_000)}: command denied (1142)`);
  expect(told).toMatch(/^Error: UPDATE x+ … x+: command denied \(1142\)$/);
  expect(told.length).toBeLessThan(400);
});
