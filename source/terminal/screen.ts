import {causes} from '../debugger/cause.js';
import {printable} from '../scenario/mistake.js';
import {followedRows} from './views/cluster-view.js';
import {rowsOf, type Row} from './views/rows.js';
import {bindings} from './keys.js';
import {realCommand} from './real.js';
import {objectTitle, shownKey, stopOf, views, type State, type View} from './state.js';
import {areaOf, mapLine, mapOf, stripLine} from './strip.js';
import {fit, line, plainText, rule, toASCII, width, wrap, type Line, type Segment} from './text.js';
import {lanesView} from './views/lanes-view.js';

export interface Size {
	readonly columns: number;
	readonly rows: number;
}

const seconds = (timeMs: number): string => `+${(timeMs / 1000).toFixed(3)} s`;

/** What happens at this stop, in words; hidden while the user guesses. */
const stopRows = (state: State, columns: number, limit: number): Line[] => {
	const stop = stopOf(state);
	if (!stop) {
		return [line(' Nothing has happened yet.', 'dim')];
	}

	if (state.predict) {
		return [line(` What happens here? Your guess, then enter.`, 'key')];
	}

	const tone =
		stop.outcome === 'refused' || stop.outcome === 'failed' ? 'bad' : stop.outcome === 'warning' ? 'warn' : 'plain';
	const rows = wrap(stop.text, columns - 2)
		.slice(0, limit)
		.map((row) => line(` ${row}`, tone));
	return rows;
};

const whyRow = (state: State): Line => {
	const chain = causes(state.recording, state.cursor, 8).slice(1).reverse();
	const named = chain.map(({process, stage}) =>
		stage.startsWith('kubectl') ? process : `${process} ${stage.split('.').slice(0, 2).join('.')}`,
	);
	return [
		{text: ' why  ', tone: 'key'},
		{text: named.length === 0 ? 'you began it' : named.join(' › '), tone: 'dim'},
	];
};

/** A pane's rows in a window that keeps the selected one in sight. */
const pane = (state: State, view: View, columns: number, height: number): Line[] => {
	const all: readonly Row[] = rowsOf(state, view, columns);
	const selected = state.selected[view];
	const list = selected !== undefined;
	let top = Math.min(state.scroll[view] ?? 0, Math.max(0, all.length - height));
	if (list) {
		top = Math.max(0, Math.min(selected - Math.floor(height / 2), all.length - height));
	} else if (view === 'state' && state.scroll.state === undefined && state.form === 'diff') {
		// Change first: opens where something is different.
		const change = all.findIndex(({row}) => row[0]?.tone === 'add' || row[0]?.tone === 'remove');
		top = change > height - 4 ? Math.min(Math.max(0, change - 3), Math.max(0, all.length - height)) : 0;
	}

	const shown = all.slice(top, top + height).map(({row}, index): Line => {
		const found = state.find !== '' && plainText(row).includes(state.find);
		return list && top + index === selected
			? [{text: fitText(row, columns), tone: 'select'}]
			: found
				? [{text: plainText(row), tone: 'change'}]
				: row;
	});
	const below = all.length - top - height;
	if (below > 0 && height > 1) {
		shown[height - 1] = [{text: `${' '.repeat(Math.max(0, columns - 14))}↓ ${below + 1} lines`, tone: 'dim'}];
	}

	while (shown.length < height) {
		shown.push(line(''));
	}

	return shown;
};

const fitText = (row: Line, columns: number): string => plainText(fit(row, columns));

const tabs = (state: State): string =>
	views.map((view, index) => (view === state.view ? `[${index + 1} ${view}]` : String(index + 1))).join(' ');

const paneTitle = (state: State, view: View): string => {
	if (view !== 'state') {
		return view === 'network' ? `network: ${state.networkPart}` : view;
	}

	return `${objectTitle(shownKey(state))}${state.form === 'diff' ? '' : ` (${state.form === 'blame' ? 'who wrote it' : 'whole'})`}`;
};

const bars = '▁▂▃▄▅▆▇█';

/** How much happened when, the cursor in it: the tape from the user's first command to its end. */
const timeline = (state: State, columns: number): Line => {
	const {stops} = state.recording;
	const from = Math.min(state.start, Math.max(0, stops.length - 1));
	const count = Math.max(1, stops.length - from);
	const note = ` ${seconds(stops[from]?.timeMs ?? 0)} … ${seconds(stops.at(-1)?.timeMs ?? 0)}  ○ ${state.session.breakpoints.length}`;
	const room = Math.max(5, columns - width(note) - 2);
	const startMs = stops[from]?.timeMs ?? 0;
	const spanMs = Math.max(1, (stops.at(-1)?.timeMs ?? 0) - startMs + 1);
	const counts = Array.from({length: room}, () => 0);
	const sample = Math.max(1, Math.floor(count / 4000));
	for (let step = from; step < stops.length; step += sample) {
		counts[Math.min(room - 1, Math.floor(((stops[step]!.timeMs - startMs) / spanMs) * room))]! += 1;
	}

	const most = Math.max(...counts);
	const at = Math.max(
		0,
		Math.min(room - 1, Math.floor((((stops[state.cursor]?.timeMs ?? startMs) - startMs) / spanMs) * room)),
	);
	const text = counts.map((value) => (value === 0 ? '·' : bars[Math.min(7, Math.ceil((value / most) * 7))]!)).join('');
	return [
		{text: ` ${text.slice(0, at)}`, tone: 'good'},
		{text: '●', tone: 'here'},
		{text: text.slice(at + 1), tone: 'dim'},
		{text: note, tone: 'dim'},
	];
};

const promptLine = (state: State): Line => {
	switch (state.mode) {
		case 'command': {
			return [
				{text: ` :${printable(state.typed)}`, tone: 'key'},
				{text: '█', tone: 'key'},
				{text: state.message === '' ? '' : `  ${state.message}`, tone: 'dim'},
			];
		}

		case 'find': {
			return [{text: ` /${printable(state.find)}█`, tone: 'key'}];
		}

		case 'quit': {
			return line(' leave? q again or y leaves, any other key stays', 'warn');
		}

		default: {
			return line(` ${state.message}`, 'warn');
		}
	}
};

/** The keys of the footer, as many as fit. */
const footer = (columns: number, lesson: boolean): Line => {
	const row: Segment[] = [{text: ' ', tone: 'plain'}];
	let used = 1;
	const shown = bindings.filter(({short}) => short !== undefined).map(({keys, short}) => [keys[0]!, short!] as const);
	for (const [key, short] of lesson ? ([['enter', 'go on'], ['H', 'hint'], ...shown] as const) : shown) {
		const size = key.length + short.length + 3;
		if (used + size > columns) {
			break;
		}

		row.push({text: key, tone: 'key'}, {text: ` ${short}  `, tone: 'dim'});
		used += size;
	}

	return row;
};

const lessonRows = (state: State, columns: number, limit: number): Line[] => {
	const lesson = state.lesson!;
	const {step} = lesson;
	const rows: Line[] = [];
	const say = (text: string, tone: Segment['tone'] = 'plain') => {
		rows.push(...wrap(text.trim(), columns - 2).map((row) => line(` ${row}`, tone)));
	};

	if (step.say !== undefined) {
		say(step.say);
	} else if (step.debrief !== undefined) {
		say(step.debrief);
	} else if (step.kubectl !== undefined) {
		say(`$ kubectl ${step.kubectl}`, 'key');
	} else if (step.ask) {
		say(`? ${step.ask.question}`, 'key');
		if (state.answered) {
			say(`${state.answered.correct ? '✓' : '✗'} ${state.answered.text}`, state.answered.correct ? 'good' : 'warn');
		} else {
			rows.push(
				step.ask.options.flatMap((option, index): Segment[] => [
					{text: `   ${index === state.option ? '▸' : ' '} ${option}`, tone: index === state.option ? 'here' : 'plain'},
				]),
			);
		}
	} else if (step.task) {
		say(`task: ${step.task.goal}`, 'key');
		for (const text of step.task.hints.slice(0, state.hints)) {
			say(`hint: ${text}`, 'dim');
		}

		if (state.solved) {
			say('✓ done', 'good');
		}
	} else if (step.look) {
		say(`Look at ${step.look.view ?? step.look.object ?? 'this'}.`);
	} else {
		say('The run goes on to the next place; this is it.', 'dim');
	}

	return rows.slice(0, limit);
};

const helpScreen = (size: Size): Line[] => {
	const rows = bindings.map(({keys, word, does}): Line => [
		{text: ` ${keys.join(' ').padEnd(14)}`, tone: 'key'},
		{text: `${does.padEnd(54)}`, tone: 'plain'},
		{text: `:${word}`, tone: 'dim'},
	]);
	const height = size.rows - 2;
	const columns = size.columns >= 150 || rows.length > height ? Math.max(1, Math.ceil(rows.length / height)) : 1;
	const each = Math.floor(size.columns / columns);
	const result: Line[] = [rule('Keys', size.columns, 'any key goes back')];
	for (let index = 0; index < height; index++) {
		result.push(
			Array.from({length: columns}, (_, column) => fit(rows[index + column * height] ?? line(''), each)).flat(),
		);
	}

	return result;
};

const breakpointScreen = (state: State, size: Size): Line[] => [
	rule('Breakpoints', size.columns, 'any key goes back; :break WORDS adds, :delete N removes'),
	...(state.session.breakpoints.length === 0
		? [line(' none; b sets one at this stage, :break apiserver.store object=pod/web if=… sets any', 'dim')]
		: []),
	...state.session.breakpoints.map(({id, enabled, ...rest}): Line =>
		line(
			` ○ ${id} ${enabled ? '' : '(off) '}${Object.entries(rest)
				.map(([name, value]) => `${name}=${String(value)}`)
				.join(' ')}`,
		),
	),
	...state.session.log.slice(-10).map(({step, text}) => line(`   log #${step} ${text}`, 'dim')),
];

const topPane = (state: State, columns: number, textRows: number): Line[] => {
	const stop = stopOf(state);
	const rows: Line[] = [];
	if (state.lesson) {
		const {lesson} = state;
		rows.push(
			rule(`Lesson · ${lesson.lesson.title}`, columns, `${lesson.index + 1} of ${lesson.lesson.steps.length}`, 'key'),
			...lessonRows(state, columns, textRows),
		);
	}

	rows.push(
		rule(stop?.stage ?? 'start', columns, stop ? `#${stop.step}  ${seconds(stop.timeMs)}` : ''),
		...stopRows(state, columns, state.lesson ? 2 : textRows),
	);
	if (state.real && stop) {
		rows.push([
			{text: ' see it for real: ', tone: 'key'},
			{text: realCommand(stop), tone: 'plain'},
		]);
	} else {
		rows.push(whyRow(state));
	}

	return rows;
};

const narrow = (state: State, size: Size): Line[] => {
	const {columns, rows} = size;
	const head = state.zoomed
		? []
		: [
				mapLine(state, stopOf(state)),
				stripLine(state, stopOf(state)),
				...topPane(state, columns, rows >= 30 ? 6 : state.lesson ? 5 : 3),
			];
	const foot = [timeline(state, columns), promptLine(state), footer(columns, state.lesson !== undefined)];
	const body = Math.max(1, rows - head.length - foot.length - 1);
	return [
		...head,
		rule(paneTitle(state, state.view), columns, tabs(state)),
		...pane(state, state.view, columns, body),
		...foot,
	];
};

/** Puts panes beside each other. */
const beside = (left: readonly Line[], right: readonly Line[], leftColumns: number): Line[] =>
	Array.from({length: Math.max(left.length, right.length)}, (_, index) => [
		...fit(left[index] ?? line(''), leftColumns),
		...(right[index] ?? line('')),
	]);

const tree = (state: State): Line[] => {
	const stop = stopOf(state);
	const here = stop && areaOf(stop);
	const strip = stripLine(state, stop);
	const rows: Line[] = [];
	for (const [name] of mapOf) {
		rows.push([
			{
				text: ` ${name === here || (name === 'apiserver' && here === 'etcd') ? '●' : '·'} ${name}`,
				tone: name === here ? 'here' : 'plain',
			},
		]);
		if (name === here || (name === 'apiserver' && here === 'etcd')) {
			rows.push(...wrap(plainText(strip).trim().replaceAll(/ {2,}/g, '  '), 30).map((row) => line(`   ${row}`, 'dim')));
		}
	}

	return rows;
};

const wide = (state: State, size: Size): Line[] => {
	const {columns, rows} = size;
	const leftColumns = 34;
	const rightColumns = Math.min(56, Math.max(46, Math.floor(columns * 0.3)));
	const middleColumns = columns - leftColumns - rightColumns - 2;
	const lanes = lanesView(state, columns).slice(0, Math.max(4, Math.floor(rows / 5)));
	const foot = [
		rule('lanes', columns),
		...lanes,
		timeline(state, columns),
		promptLine(state),
		footer(columns, state.lesson !== undefined),
	];
	const height = rows - foot.length;

	const left = [rule('Pipeline', leftColumns), ...tree(state), rule('Pods', leftColumns), ...followedRows(state)].slice(
		0,
		height,
	);
	const top = topPane(state, middleColumns, 8);
	const shown: View = ['stack', 'why', 'events', 'lanes'].includes(state.view) ? 'state' : state.view;
	const middle = [
		...top,
		rule(paneTitle(state, shown), middleColumns, tabs(state)),
		...pane(state, shown, middleColumns, Math.max(1, height - top.length - 1)),
	];
	const third = Math.floor((height - 3) / 3);
	const right = (['stack', 'why', 'events'] as const).flatMap((view, index) => [
		rule(view === state.view ? `[${view}]` : view, rightColumns),
		...pane(state, view, rightColumns, index === 2 ? height - 3 - 2 * third : third),
	]);
	const middleRows = middle.map((row) => [...fit(row, middleColumns), {text: ' ', tone: 'plain' as const}]);
	return [
		...beside(beside(left, middleRows, leftColumns + 1), right, leftColumns + middleColumns + 2).slice(0, height),
		...foot,
	];
};

/** The whole screen as exactly `rows` rows of exactly `columns` columns. A pure function: what is drawn is what is tested. */
export const drawScreen = (state: State, size: Size, {ascii = false} = {}): Line[] => {
	const small = size.columns < 40 || size.rows < 12;
	const drawn = small
		? [
				line(` #${state.cursor} ${stopOf(state)?.stage ?? ''}`, 'title'),
				...stopRows(state, size.columns, size.rows - 2),
				promptLine(state),
			]
		: state.mode === 'help'
			? helpScreen(size)
			: state.mode === 'breakpoints'
				? breakpointScreen(state, size)
				: size.columns >= 140 && size.rows >= 30 && !state.zoomed
					? wide(state, size)
					: narrow(state, size);
	const rows = drawn.slice(0, size.rows).map((row) => fit(row, size.columns));
	while (rows.length < size.rows) {
		rows.push(fit(line(''), size.columns));
	}

	return ascii ? rows.map((row) => toASCII(row)) : rows;
};
