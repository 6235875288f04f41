/** Setup and signing in. */
export const signIn = {
  title: "Sign in",
  intro: "Evidence, not belief, for MySQL high availability.",
  setupTitle: "Create the administrator",
  setupIntro:
    "This console has no users yet. The first user to be created owns it; there is no default password.",
  name: "Name",
  password: "Password",
  passwordHint: "At least 10 characters. A sentence is good.",
  signIn: "Sign in",
  createAdmin: "Create and sign in",
  refused: "The sign-in failed",
  setupRefused: "The administrator was not created",
  awayTitle: "The console cannot sign anybody in now",
  awayIntro: "The console is running, but its database is not.",
  awayWhat: "The console's database does not answer",
  awayText:
    "Start PostgreSQL, or check DATABASE_URL and the console's log. VIPs and their agents keep working without it.",
  unreachable: "The console does not answer. Check the connection and try again.",
  forgotten: "Locked out? On the server: npm run admin -- reset-password",
};
