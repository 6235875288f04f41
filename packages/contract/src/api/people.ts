import { z } from "zod";
import { PageQuery, pageOf, SortOrder } from "../primitives/page";
import { Id, PlainText } from "../primitives/scalar";
import {
  ApiToken,
  ApiTokenCreate,
  ApiTokenCreated,
  AuditEntry,
  AuditSort,
  Principal,
  ProfileChange,
  Session,
  SessionSort,
  SetupRequest,
  SetupStatus,
  SignInRequest,
  TokenSort,
  User,
  UserChange,
  UserCreate,
  UserSort,
} from "../user/user";
import { endpoint } from "./endpoint";

const byId = z.strictObject({ id: Id });
/** Times begin with the newest where it is absent. */
const order = SortOrder.optional();

/** Setup, signing in, users, sessions, tokens and the audit log. */
export const peopleEndpoints = {
  getSetup: endpoint("get", "/setup", {
    access: "public",
    tag: "sign-in",
    summary: "Whether the first administrator is still to be made",
    answer: SetupStatus,
  }),
  setUp: endpoint("post", "/setup", {
    access: "public",
    tag: "sign-in",
    summary: "Make the first administrator and sign in",
    body: SetupRequest,
    status: 201,
    answer: Principal,
    isIdempotent: false,
    refusals: ["setup_done"],
  }),
  signIn: endpoint("post", "/session", {
    access: "public",
    tag: "sign-in",
    summary: "Sign in with name and password; sets a session cookie",
    body: SignInRequest,
    status: 201,
    answer: Principal,
    isIdempotent: false,
    refusals: ["setup_needed", "too_many_attempts", "sign_in_failed"],
  }),
  getSession: endpoint("get", "/session", {
    access: "viewer",
    tag: "sign-in",
    summary: "The signed-in user or token",
    answer: Principal,
  }),
  signOut: endpoint("delete", "/session", {
    access: "viewer",
    tag: "sign-in",
    summary: "End this session",
    refusals: ["conflict"],
  }),
  changeProfile: endpoint("patch", "/profile", {
    access: "viewer",
    tag: "sign-in",
    summary: "Change one's own language, theme or password",
    body: ProfileChange,
    answer: Principal,
    refusals: ["conflict", "too_many_attempts"],
  }),
  listSessions: endpoint("get", "/sessions", {
    access: "viewer",
    tag: "sessions",
    summary: "One's own sessions; for an admin, everybody's",
    query: PageQuery.extend({ sort: SessionSort.default("createdAt"), order }),
    answer: pageOf(Session),
  }),
  endSession: endpoint("delete", "/sessions/{id}", {
    access: "viewer",
    tag: "sessions",
    summary: "End a session",
    params: byId,
  }),
  listUsers: endpoint("get", "/users", {
    access: "admin",
    tag: "users",
    summary: "Users",
    query: PageQuery.extend({ sort: UserSort.default("name"), order }),
    answer: pageOf(User),
  }),
  createUser: endpoint("post", "/users", {
    access: "admin",
    tag: "users",
    summary: "Add a user; needs a session",
    body: UserCreate,
    status: 201,
    answer: User,
    refusals: ["conflict", "already_exists"],
  }),
  changeUser: endpoint("patch", "/users/{id}", {
    access: "admin",
    tag: "users",
    summary:
      "Change a user's role, password or whether they may sign in; a password and more rights need a session",
    params: byId,
    body: UserChange,
    answer: User,
    refusals: ["conflict", "last_admin"],
  }),
  deleteUser: endpoint("delete", "/users/{id}", {
    access: "admin",
    tag: "users",
    summary: "Delete a user; sessions and tokens end",
    params: byId,
    refusals: ["last_admin"],
  }),
  listTokens: endpoint("get", "/tokens", {
    access: "viewer",
    tag: "tokens",
    summary: "One's own API tokens; for an admin, everybody's",
    query: PageQuery.extend({ sort: TokenSort.default("createdAt"), order }),
    answer: pageOf(ApiToken),
  }),
  createToken: endpoint("post", "/tokens", {
    access: "viewer",
    tag: "tokens",
    summary: "Make an API token; its secret is shown this once",
    body: ApiTokenCreate,
    status: 201,
    answer: ApiTokenCreated,
    isIdempotent: false,
    refusals: ["conflict"],
  }),
  revokeToken: endpoint("delete", "/tokens/{id}", {
    access: "viewer",
    tag: "tokens",
    summary: "Revoke an API token",
    params: byId,
  }),
  listAudit: endpoint("get", "/audit", {
    access: "admin",
    tag: "audit",
    summary: "Audit log; newest first unless the request asks for another order",
    query: PageQuery.extend({
      action: PlainText.max(64).optional(),
      actor: PlainText.max(63).optional(),
      sort: AuditSort.default("at"),
      order,
    }),
    answer: pageOf(AuditEntry),
  }),
};
