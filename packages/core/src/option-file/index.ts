export { fromByteText, toByteText } from "./byte-text";
export type { OptionEdit } from "./edit-spans";
export {
  type FilePlaces,
  listTopFiles,
  parseHelp,
  parseServerStart,
  type ServerStart,
  type TopFile,
  usualPlaces,
} from "./file-order";
export { isReadGroup, listServerGroups } from "./groups";
export { matchOption, normaliseName, type OptionMatch } from "./option-name";
export {
  listEntries,
  type OptionEntry,
  type ParsedOptionFile,
  parseOptionFile,
} from "./parse-file";
export { parsePersisted } from "./persisted";
export { findFileValue, listPlaces, type OptionPlace, type OptionSources } from "./places";
export { type OptionEditPlan, planEdit } from "./plan-edit";
export {
  type FileSight,
  type FileVisit,
  type OptionFileReader,
  type OptionReading,
  type ReadEntry,
  readAgain,
  readOptionFiles,
} from "./read-files";
export { hashText, type OptionUndo, redoEdit, reverseEdit, undoEdit } from "./undo-edit";
