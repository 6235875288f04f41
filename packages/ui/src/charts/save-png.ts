import { saveFile } from "./save-file";

/** What stands above the picture. */
export interface PictureCaption {
  readonly title: string;
  /** `dash`: as SVG has it, empty where the line is whole. */
  readonly legend: readonly { readonly label: string; readonly color: string; readonly dash: string }[];
}

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "fill-opacity",
  "font-size",
  "font-weight",
  "text-anchor",
];
const SCALE = 2;
const MARGIN = 16;
const HEADER = 64;

/**
 * Saves a chart's SVG as a PNG at twice its size, in the theme that is shown, with title and legend.
 * Resolves to false where the browser cannot draw it.
 */
export async function savePng(
  svg: SVGSVGElement,
  caption: PictureCaption,
  fileName: string,
): Promise<boolean> {
  const { width, height } = svg.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = (width + MARGIN * 2) * SCALE;
  canvas.height = (height + HEADER + MARGIN) * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) return false;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(freeze(svg, width, height))}`;
  try {
    await image.decode();
  } catch {
    return false;
  }
  context.scale(SCALE, SCALE);
  drawCaption(context, caption, getComputedStyle(svg), width);
  context.drawImage(image, MARGIN, HEADER, width, height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (content === null) return false;
  saveFile(fileName, content);
  return true;
}

/** A copy that needs no style sheet: classes and variables become the values that they have now. */
function freeze(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return "";
  const originals = svg.querySelectorAll("*");
  for (const [index, element] of copy.querySelectorAll("*").entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("font-family", "Inter, sans-serif");
  return new XMLSerializer().serializeToString(copy);
}

function drawCaption(
  context: CanvasRenderingContext2D,
  caption: PictureCaption,
  style: CSSStyleDeclaration,
  width: number,
): void {
  context.fillStyle = style.getPropertyValue("--surface");
  context.fillRect(0, 0, width + MARGIN * 2, context.canvas.height);
  context.fillStyle = style.getPropertyValue("--ink");
  context.font = `600 14px ${style.fontFamily}`;
  context.fillText(caption.title, MARGIN, 26);
  context.font = `12px ${style.fontFamily}`;
  let left = MARGIN;
  for (const item of caption.legend) {
    const swatch = item.dash === "" ? 12 : 20;
    context.strokeStyle = style.getPropertyValue(item.color.replace(/^var\((.*)\)$/, "$1"));
    context.lineWidth = 3;
    context.setLineDash(item.dash === "" ? [] : item.dash.split(" ").map(Number));
    context.beginPath();
    context.moveTo(left, 45.5);
    context.lineTo(left + swatch, 45.5);
    context.stroke();
    context.fillStyle = style.getPropertyValue("--ink-muted");
    context.fillText(item.label, left + swatch + 6, 49);
    left += swatch + 6 + context.measureText(item.label).width + 18;
  }
}
