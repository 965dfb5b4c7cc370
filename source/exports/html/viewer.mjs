// The script of an exported page. The build bundles it into one text (build/generate.mjs); it finds the run as JSON in the page.
// Texts of the run reach the page through textContent alone.
import {lineEdits} from '../../kernel/line-diff.js';
import {firstClause, milestones} from '../../stages/milestones.js';

const byId = (id) => document.getElementById(id);
const {
	texts,
	lanes: laneNames,
	frames,
	authors,
	versions,
	stops: rows,
	words: [pageWords],
} = JSON.parse(byId('run').textContent);

/** A text of the page's language: each `…` is the next of these values. */
const filled = (template, ...values) => template.replaceAll('…', () => values.shift());
const text = (index) => texts[index] ?? '';

const outcomes = ['', 'passed', 'refused', 'failed', 'warning'];
const stops = rows.map(
	([step, timeMs, process, who, stage, outcome, cause, says, object, title, before, after, frame], index) => ({
		index,
		step,
		timeMs,
		process: text(process),
		who: text(who),
		stage: text(stage),
		outcome: outcomes[outcome],
		cause,
		says: text(says),
		object: object < 0 ? undefined : text(object),
		title: object < 0 ? '' : text(title),
		before: versions[before],
		after: versions[after],
		changed: before !== after,
		frame: frames[frame],
	}),
);
const indexOfStep = new Map(stops.map(({step, index}) => [step, index]));
const isFailed = ({outcome}) => outcome === 'refused' || outcome === 'failed';

const lanes = laneNames.map(text);

/** How the object is shown: what changed, the whole, and who wrote it. */
const forms = ['diff', 'whole', 'blame'];

let at = 0;
let form = 'diff';

const make = (name, {className, onclick, ...properties} = {}, ...children) => {
	const element = document.createElement(name);
	if (className) {
		element.className = className;
	}

	if (onclick) {
		element.addEventListener('click', onclick);
	}

	for (const [key, value] of Object.entries(properties)) {
		element.setAttribute(key, value);
	}

	element.append(...children);
	return element;
};

const seconds = (timeMs) => filled(pageWords.seconds, `${timeMs < 0 ? '' : '+'}${(timeMs / 1000).toFixed(3)}`);

const goTo = (index) => {
	at = Math.max(0, Math.min(stops.length - 1, index));
	show();
};

const goToStep = (step) => {
	const index = indexOfStep.get(step);
	if (index !== undefined) {
		goTo(index);
	}
};

/** A button that leads to a stop; only words where the stop is not in this page. */
const link = (step, words, className) =>
	indexOfStep.has(step)
		? make('button', {type: 'button', className, onclick: () => goToStep(step)}, words)
		: make('span', {className}, words);

const shownAround = 60;

const showStops = () => {
	const list = byId('stop-list');
	const from = Math.max(0, at - shownAround);
	list.replaceChildren(
		...stops.slice(from, at + shownAround + 1).map((stop) =>
			make(
				'li',
				{},
				make(
					'button',
					{
						type: 'button',
						className: isFailed(stop) ? 'step failed' : 'step',
						'aria-current': String(stop.index === at),
						onclick: () => goTo(stop.index),
					},
					`${isFailed(stop) ? '✗ ' : ''}#${stop.step} ${stop.stage}`,
				),
			),
		),
	);
	const current = list.querySelector('[aria-current="true"]');
	const box = byId('stops');
	if (current) {
		box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
	}
};

const showStop = (stop) => {
	byId('stage').textContent = `${isFailed(stop) ? '✗ ' : ''}${stop.stage}`;
	byId('where').textContent = `#${stop.step}  ${seconds(stop.timeMs)}  ${filled(pageWords.in, stop.who, stop.process)}`;
	byId('says').textContent = stop.says;
	byId('says').className = isFailed(stop) ? 'failed' : '';
	const stack = [];
	for (let frame = stop.frame; frame; frame = frames[frame[2]]) {
		stack.push(make('li', {}, link(frame[3], `${text(frame[0])}  (${text(frame[1])})`, 'step')));
	}

	byId('stack').replaceChildren(...stack);
};

const author = (number) => {
	const found = authors[number];
	if (!found) {
		return undefined;
	}

	const [letter, name, step, place] = found;
	return {letter: text(letter), name: text(name), step, place: text(place)};
};

const linesOf = (version) =>
	version === undefined
		? []
		: Array.from({length: version.length / 2}, (_, index) => ({
				text: text(version[2 * index]),
				by: author(version[2 * index + 1]),
			}));

const lineRow = (mark, {text: words, by}) => {
	const row = make('tr', {className: mark === '+' ? 'add' : mark === '-' ? 'remove' : ''});
	row.append(make('td', {className: 'dim'}, mark));
	if (form === 'blame') {
		row.append(make('td', {className: 'dim'}, by?.letter ?? ''));
	}

	row.append(make('td', {}, words));
	if (form === 'blame') {
		row.append(make('td', {}, by ? link(by.step, by.place || `#${by.step} ${by.name}`, 'by') : ''));
	}

	return row;
};

const context = 3;

/** The lines of a change: those near a change, and how many lie between. */
const changeRows = (before, after) => {
	const edits = lineEdits(
		before.map(({text: words}) => words),
		after.map(({text: words}) => words),
	);
	const near = edits.map(() => false);
	edits.forEach(({mark}, index) => {
		if (mark !== ' ') {
			near.fill(true, Math.max(0, index - context), index + context + 1);
		}
	});
	const shown = [];
	let folded = 0;
	const fold = () => {
		if (folded > 0) {
			shown.push(
				make(
					'tr',
					{},
					make('td'),
					make('td', {className: 'dim'}, `… ${filled(folded === 1 ? pageWords.line : pageWords.lines, folded)}`),
				),
			);
			folded = 0;
		}
	};

	edits.forEach((edit, index) => {
		if (near[index]) {
			fold();
			shown.push(lineRow(edit.mark, edit.mark === '-' ? before[edit.before] : after[edit.after]));
		} else {
			folded++;
		}
	});
	fold();
	return shown;
};

/** How many lines each writer has: `you 10  defaults 29`. */
const legend = (lines) => {
	const counts = new Map();
	for (const {by} of lines) {
		if (by) {
			counts.set(by.name, (counts.get(by.name) ?? 0) + 1);
		}
	}

	return [...counts].map(([name, count]) => `${name} ${count}`).join('   ');
};

const showObject = (stop) => {
	byId('object-name').textContent = stop.object === undefined ? pageWords.noObject : stop.title;
	const before = linesOf(stop.before);
	const after = linesOf(stop.after);
	const isChange = form === 'diff' && stop.changed;
	const rowsShown = isChange ? changeRows(before, after) : after.map((line) => lineRow(' ', line));
	byId('object-note').textContent =
		stop.object === undefined
			? pageWords.aboutNone
			: stop.after === undefined && stop.before === undefined
				? pageWords.notStored
				: form === 'blame'
					? legend(after)
					: stop.changed
						? stop.before === undefined
							? pageWords.isNew
							: stop.after === undefined
								? pageWords.deleted
								: pageWords.changes
						: pageWords.unchanged;
	byId('object-rows').replaceChildren(...rowsShown);
	byId('object-text').scrollTop = 0;
	for (const name of forms) {
		byId(name).setAttribute('aria-pressed', String(form === name));
	}
};

const chainOf = (stop) => {
	const chain = [];
	for (let one = stop; one && chain.length < 1000; one = stops[indexOfStep.get(one.cause)]) {
		chain.push(one);
	}

	return chain;
};

const showWhy = (stop) => {
	const chain = chainOf(stop);
	const led = stops.filter(({cause, process}) => cause === stop.step && process !== stop.process).slice(0, 10);
	const told = (one) => make('li', {}, link(one.step, `#${one.step} ${one.who}: ${firstClause(one.says)}`, 'step'));
	byId('why').replaceChildren(...milestones(chain).map(told));
	const first = chain.at(-1);
	byId('beginning').textContent =
		first && first.process.startsWith('kubectl/')
			? filled(pageWords.you, document.title)
			: first && first.cause >= 0
				? filled(pageWords.before, first.cause)
				: pageWords.ownStart;
	byId('led').replaceChildren(...led.map(told));
	byId('led-title').hidden = led.length === 0;
};

const canvas = byId('lanes');
const laneHeight = lanes.length > 20 ? 12 : 16;
const namesWidth = 190;
const ruler = 16;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const width = () => canvas.clientWidth || 800;
const perStop = () => (width() - namesWidth - 8) / Math.max(1, stops.length);
const shorten = (name) => (name.length > 28 ? `${name.slice(0, 13)}…${name.slice(-13)}` : name);

const drawTimes = (paint) => {
	let free = namesWidth;
	let last;
	paint.fillStyle = colour('dim');
	stops.forEach(({timeMs}, index) => {
		const x = namesWidth + index * perStop();
		if (x >= free && timeMs !== last) {
			paint.fillText(seconds(timeMs), x, 11);
			free = x + 70;
		}

		last = timeMs;
	});
};

const drawLanes = () => {
	const height = ruler + lanes.length * laneHeight + 4;
	const scale = globalThis.devicePixelRatio || 1;
	canvas.style.height = `${height}px`;
	canvas.width = Math.round(width() * scale);
	canvas.height = Math.round(height * scale);
	const paint = canvas.getContext('2d');
	paint.scale(scale, scale);
	paint.font = '11px ui-monospace, Menlo, Consolas, monospace';
	drawTimes(paint);
	const [text, dim, here, good, bad, line] = ['text', 'dim', 'here', 'good', 'bad', 'line'].map(colour);
	lanes.forEach((name, lane) => {
		const y = ruler + lane * laneHeight;
		paint.fillStyle = stops[at]?.who === name ? here : text;
		paint.fillText(shorten(name), 0, y + laneHeight - 4);
		paint.fillStyle = line;
		paint.fillRect(namesWidth, y + laneHeight / 2, width() - namesWidth - 8, 1);
	});
	const mark = Math.max(1, Math.min(6, perStop() - 0.5));
	stops.forEach((stop, index) => {
		paint.fillStyle = isFailed(stop) ? bad : index <= at ? good : dim;
		paint.fillRect(
			namesWidth + index * perStop(),
			ruler + lanes.indexOf(stop.who) * laneHeight + 3,
			mark,
			laneHeight - 6,
		);
	});
	paint.fillStyle = here;
	paint.fillRect(namesWidth + (at + 0.5) * perStop() - 1, ruler - 2, 2, height - ruler);
};

const show = () => {
	const stop = stops[at];
	if (!stop) {
		return;
	}

	const scrub = byId('scrub');
	scrub.value = String(at);
	scrub.setAttribute('aria-valuetext', `#${stop.step} ${stop.stage}, ${seconds(stop.timeMs)}`);
	drawLanes();
	showStops();
	showStop(stop);
	showObject(stop);
	showWhy(stop);
	const live = document.querySelector('#live');
	if (live) {
		live.setAttribute('href', `${live.getAttribute('href').replace(/&stop=\d+$/, '')}&stop=${stop.step}`);
	}

	try {
		history.replaceState(null, '', `#${stop.step}`);
	} catch {
		// Some browsers let no file change its address.
	}
};

const scrubTo = (event) => goTo(Math.floor((event.offsetX - namesWidth) / perStop()));
canvas.addEventListener('pointerdown', (event) => {
	canvas.setPointerCapture(event.pointerId);
	scrubTo(event);
});
canvas.addEventListener('pointermove', (event) => {
	if (event.buttons === 1) {
		scrubTo(event);
	}
});
byId('scrub').addEventListener('input', (event) => goTo(Number(event.target.value)));

const choose = (name) => {
	form = name;
	show();
};

for (const name of forms) {
	byId(name).addEventListener('click', () => choose(name));
}

const change = (direction) => {
	const {object} = stops[at];
	for (let index = at + direction; index >= 0 && index < stops.length; index += direction) {
		if (stops[index].changed && stops[index].object === object) {
			goTo(index);
			return;
		}
	}
};

const failure = () => goTo(stops.findIndex((stop, index) => index > at && isFailed(stop)));

/** The debugger's keys, and the arrows. */
const keys = {
	s: () => goTo(at + 1),
	S: () => goTo(at - 1),
	ArrowRight: () => goTo(at + 1),
	ArrowLeft: () => goTo(at - 1),
	g: () => goTo(0),
	G: () => goTo(stops.length - 1),
	Home: () => goTo(0),
	End: () => goTo(stops.length - 1),
	'.': () => change(1),
	',': () => change(-1),
	'<': () => goToStep(stops[at].cause),
	'>': () =>
		goToStep(stops.find(({cause, process}) => cause === stops[at].step && process !== stops[at].process)?.step),
	'!': () => (stops.some((stop, index) => index > at && isFailed(stop)) ? failure() : undefined),
	d: () => choose('diff'),
	y: () => choose('whole'),
	a: () => choose('blame'),
};

document.addEventListener('keydown', (event) => {
	const isNative = event.target instanceof HTMLInputElement && /^(?:Arrow|Home|End|Page)/.test(event.key);
	const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
	if (act && !isNative && !event.ctrlKey && !event.metaKey && !event.altKey) {
		event.preventDefault();
		act();
	}
});
globalThis.addEventListener('resize', drawLanes);
globalThis.addEventListener('hashchange', () => goToStep(Number(location.hash.slice(1))));

byId('scrub').max = String(Math.max(0, stops.length - 1));
at = indexOfStep.get(Number(location.hash.slice(1))) ?? 0;
show();
