import {createHash} from 'node:crypto';
import type {Export} from '../export.js';
import {escapeMarkup} from '../markup.js';
import {clipped, extentOf, titleOf, type Stretch} from '../stretch.js';
import {exportWords, type ExportWords} from '../words/words.js';
import {pageData} from './page-data.js';
import {viewerScript, viewerStyle} from './viewer.generated.js';

/** The most stops of a page: more would make its timeline slow. */
const mostStops = 5000;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy: only this script and style run, and the page loads and sends no data. */
const policy = `default-src 'none'; script-src ${hashOf(viewerScript)}; style-src ${hashOf(viewerStyle)}; base-uri 'none'; form-action 'none'`;

/** JSON that cannot end a script element: `<` is escaped. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** The keys and the words for their effects. */
const keys: ReadonlyArray<readonly [keys: string, effect: keyof ExportWords['page']['keys']]> = [
	['← → s S', 'step'],
	['. ,', 'change'],
	['< >', 'cause'],
	['!', 'failure'],
	['g G', 'ends'],
	['d y a', 'forms'],
];

const keyWords = (words: ExportWords['page']): string =>
	keys
		.map(([names, effect]) => {
			const marked = names.split(' ').map((name) => `<kbd>${escapeMarkup(name)}</kbd>`);
			return `${marked.join(' ')} ${escapeMarkup(words.keys[effect])}`;
		})
		.join(' &nbsp; ');

const bodyIn = (words: ExportWords['page']): string => `<section id="timeline" aria-label="${words.timeline}">
<canvas id="lanes" aria-hidden="true"></canvas>
<input id="scrub" type="range" min="0" value="0" step="1" aria-label="${words.stop}">
</section>
<main>
<section class="card" id="stops" aria-label="${words.stops}"><ol id="stop-list"></ol></section>
<div id="middle">
<section class="card" aria-live="polite"><h2 id="stage"></h2><p class="dim" id="where"></p><p id="says"></p></section>
<section class="card"><h2 id="object-name"></h2>
<p class="forms"><button type="button" id="diff">${words.change}</button> <button type="button" id="whole">${words.whole}</button> <button type="button" id="blame">${words.blame}</button></p>
<p class="dim" id="object-note"></p>
<div id="object-text" tabindex="0"><table><tbody id="object-rows"></tbody></table></div></section>
</div>
<div id="right">
<section class="card"><h2>${words.why}</h2><ol id="why"></ol><p class="dim" id="beginning"></p><div id="led-title"><h2>${words.ledTo}</h2><ol id="led"></ol></div></section>
<section class="card"><h2>${words.stack}</h2><ol id="stack"></ol></section>
</div>
</main>
<footer class="dim">${keyWords(words)}</footer>
<noscript><p class="omitted">${words.needsScript}</p></noscript>
`;

/**
One HTML page that needs no other file and no network: a timeline to scrub, each stop with its sentence, its object with the changes and their writers, and its causes.
*/
export const exportHTML = (whole: Stretch, most = mostStops): Export => {
	const {stretch, count, omitted: stopsOmitted} = clipped(whole, most);
	const {objectsUntil, ...data} = pageData(stretch);
	const words = exportWords(stretch.language);
	const omitted = [stopsOmitted, objectsUntil === undefined ? undefined : words.page.objectsUntil(objectsUntil)]
		.filter((words) => words !== undefined)
		.join('; ');
	return {
		omitted: omitted === '' ? undefined : omitted,
		*chunks() {
			const title = escapeMarkup(titleOf(stretch));
			yield `<!doctype html>\n<html lang="${stretch.language}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
			yield `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${title}</title>\n<style>${viewerStyle}</style>\n</head>\n<body>\n`;
			yield `<header><h1>${title}</h1><p class="dim">${[words.stops(count), escapeMarkup(extentOf(stretch)), words.page.simulated].join(words.comma)}</p>`;
			yield stretch.live === undefined
				? ''
				: `<p><a id="live" href="${escapeMarkup(stretch.live)}" rel="noopener">${words.page.live}</a></p>`;
			yield omitted === '' ? '</header>\n' : `<p class="omitted">${escapeMarkup(omitted)}</p></header>\n`;
			yield bodyIn(words.page);
			yield '<script type="application/json" id="run">{';
			let separator = '\n';
			for (const [name, rows] of Object.entries({words: [words.page.script], ...data})) {
				yield `${separator}${embedded(name)}:[`;
				let between = '\n';
				for (const row of rows) {
					yield between + embedded(row);
					between = ',\n';
				}

				yield ']';
				separator = ',\n';
			}

			yield `}</script>\n<script>${viewerScript}</script>\n</body>\n</html>\n`;
		},
	};
};
