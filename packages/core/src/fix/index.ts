export {
  type FixMember,
  type FixStep,
  offerFixes,
  planFix,
  planRestore,
  type VariableInput,
} from "./plan-fix";
export { isSameSetting, variableStatements } from "./variable-statements";
