import {exportAsciicast} from './asciicast.js';
import type {Export} from './export.js';
import type {FormatName} from './format-names.js';
import {exportHTML} from './html/page.js';
import {exportLanes} from './lanes-picture.js';
import {exportMermaid} from './mermaid.js';
import {exportOTLP} from './otlp.js';
import {exportPerfetto} from './perfetto.js';
import type {Stretch} from './stretch.js';
import {exportMarkdown, exportText} from './text.js';

/** Writes a stretch in each format. Pure functions: equal stretches give equal files. */
export const formats: Readonly<Record<FormatName, (stretch: Stretch) => Export>> = {
	text: exportText,
	md: exportMarkdown,
	mermaid: exportMermaid,
	svg: exportLanes,
	asciicast: exportAsciicast,
	perfetto: exportPerfetto,
	otlp: exportOTLP,
	html: exportHTML,
};
