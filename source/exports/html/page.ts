import {createHash} from 'node:crypto';
import type {Export} from '../export.js';
import {escapeMarkup} from '../markup.js';
import {clipped, extentOf, titleOf, type Stretch} from '../stretch.js';
import {pageData} from './page-data.js';
import {viewerScript, viewerStyle} from './viewer.generated.js';

/** More stops in a page would make its timeline slow. */
const mostStops = 5000;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only this script and this style run, and nothing is ever loaded or sent. */
const policy = `default-src 'none'; script-src ${hashOf(viewerScript)}; style-src ${hashOf(viewerStyle)}; base-uri 'none'; form-action 'none'`;

/** JSON that ends no script element: HTML looks for nothing but `<` there. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** The keys and their effects. */
const keys: ReadonlyArray<readonly [key: string, does: string]> = [
	['← → s S', 'a stop'],
	['. ,', 'a change of this object'],
	['< >', 'cause and effect'],
	['!', 'the next failure'],
	['g G', 'start and end'],
	['d y a', 'the change, the whole object, the writers'],
];

const body = `<section id="timeline" aria-label="Timeline">
<canvas id="lanes" aria-hidden="true"></canvas>
<input id="scrub" type="range" min="0" value="0" step="1" aria-label="Stop">
</section>
<main>
<section class="card" id="stops" aria-label="Stops"><ol id="stop-list"></ol></section>
<div id="middle">
<section class="card" aria-live="polite"><h2 id="stage"></h2><p class="dim" id="where"></p><p id="says"></p></section>
<section class="card"><h2 id="object-name"></h2>
<p class="forms"><button type="button" id="diff">change</button> <button type="button" id="whole">whole</button> <button type="button" id="blame">who wrote it</button></p>
<p class="dim" id="object-note"></p>
<div id="object-text" tabindex="0"><table><tbody id="object-rows"></tbody></table></div></section>
</div>
<div id="right">
<section class="card"><h2>Why</h2><ol id="why"></ol><p class="dim" id="beginning"></p><div id="led-title"><h2>Led to</h2><ol id="led"></ol></div></section>
<section class="card"><h2>Stack</h2><ol id="stack"></ol></section>
</div>
</main>
<footer class="dim">${keys
	.map(
		([names, does]) =>
			`${names
				.split(' ')
				.map((name) => `<kbd>${escapeMarkup(name)}</kbd>`)
				.join(' ')} ${escapeMarkup(does)}`,
	)
	.join(' &nbsp; ')}</footer>
<noscript><p class="omitted">This page needs JavaScript, which is included; the page loads nothing else.</p></noscript>
`;

/**
One HTML page that needs no other file and no network: a timeline to scrub, each stop with its sentence, its object with the changes and their writers, and its causes.
*/
export const exportHTML = (whole: Stretch, most = mostStops): Export => {
	const {stretch, count, omitted: stopsOmitted} = clipped(whole, most);
	const {objectsUntil, ...data} = pageData(stretch);
	const omitted = [
		stopsOmitted,
		objectsUntil === undefined ? undefined : `objects are left out, from #${objectsUntil} on: there are too many`,
	]
		.filter((words) => words !== undefined)
		.join('; ');
	return {
		omitted: omitted === '' ? undefined : omitted,
		*chunks() {
			const title = escapeMarkup(titleOf(stretch));
			yield `<!doctype html>\n<html lang="${stretch.language}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
			yield `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${title}</title>\n<style>${viewerStyle}</style>\n</head>\n<body>\n`;
			yield `<header><h1>${title}</h1><p class="dim">${count} stops, ${escapeMarkup(extentOf(stretch))}, Kubernetes v1.36, simulated</p>`;
			yield stretch.live === undefined
				? ''
				: `<p><a id="live" href="${escapeMarkup(stretch.live)}" rel="noopener">Open this stop in the live program</a></p>`;
			yield omitted === '' ? '</header>\n' : `<p class="omitted">${escapeMarkup(omitted)}</p></header>\n`;
			yield body;
			yield '<script type="application/json" id="run">{';
			let separator = '\n';
			for (const [name, rows] of Object.entries(data)) {
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
