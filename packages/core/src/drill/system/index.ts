export { type DrillSetting, type DrillSettingName, listDrillSettings } from "./list-settings";
