export { checkBasis } from "./fix-basis";
export type { FixStep, VariableInput } from "./fix-step";
export { type FixMember, listFixed, offerFixes, planFix, planRestore, refuseUnfit } from "./plan-fix";
export {
  isSameSetting,
  judgeSetting,
  type SettingChange,
  variableStatements,
} from "./variable-statements";
