import type { UiLabels } from "../src/index";

/** The common words in English. */
export const ENGLISH: UiLabels = {
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading",
  showDetails: "Show details",
  hideDetails: "Hide details",
  sortBy: "Sort by",
  sortAscending: "Sort ascending",
  sortDescending: "Sort descending",
  rowActions: "Actions",
  showTable: "Show table",
  showChart: "Show chart",
  savePng: "Save as PNG",
  saveCsv: "Save as CSV",
  openMenu: "Open navigation",
  skipToContent: "Skip to content",
  required: "Required",
};

/** The common words in Simplified Chinese. */
export const CHINESE: UiLabels = {
  close: "关闭",
  copy: "复制",
  copied: "已复制",
  loading: "加载中",
  showDetails: "显示详情",
  hideDetails: "隐藏详情",
  sortBy: "排序依据",
  sortAscending: "升序排列",
  sortDescending: "降序排列",
  rowActions: "操作",
  showTable: "显示表格",
  showChart: "显示图表",
  savePng: "另存为 PNG",
  saveCsv: "另存为 CSV",
  openMenu: "打开导航",
  skipToContent: "跳到正文",
  required: "必填",
};
