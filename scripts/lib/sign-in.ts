/**
 * Makes the first administrator where there is none, else signs in, and returns the session cookie for further calls.
 * Throws Error with the console's own words when it refuses.
 */
export async function signInCookie(
  baseUrl: string,
  person: { name: string; password: string },
): Promise<string> {
  const call = (path: string): Promise<Response> =>
    fetch(`${baseUrl}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: baseUrl },
      body: JSON.stringify(person),
      signal: AbortSignal.timeout(15_000),
    });
  const setup = await call("/setup");
  const response = setup.ok ? setup : await call("/session");
  if (!response.ok)
    throw new Error(`Signing in as ${person.name} was refused: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  if (cookie === "") throw new Error("The console set no session cookie.");
  return cookie;
}
