export { checkBasis } from "./fix-basis";
export type { FixStep, VariableInput } from "./fix-step";
export { type FixMember, offerFixes, planFix, planRestore } from "./plan-fix";
export {
  isSameSetting,
  judgeSetting,
  type SettingChange,
  variableStatements,
} from "./variable-statements";
