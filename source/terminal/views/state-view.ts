import {blame, same, type Blame} from '../../debugger/compare.js';
import {stopOf, shownKey, type State} from '../state.js';
import {line, type Line} from '../text.js';
import {diffLines, foldDiff, yamlLines, type DiffLine} from '../yaml-lines.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The object of the stop before and after it; of a request under way, as its facts tell. */
export const beforeAndAfter = (state: State): {readonly before: unknown; readonly after: unknown} => {
	const stop = stopOf(state);
	const {ledger} = state.recording.kernel;
	const key = shownKey(state);
	if (state.against === undefined && isObject(stop?.facts?.after)) {
		return {before: stop.facts.before, after: stop.facts.after};
	}

	if (key === undefined) {
		return {before: undefined, after: stop?.facts};
	}

	return {before: ledger.readAt(key, state.against ?? state.cursor - 1), after: ledger.readAt(key, state.cursor)};
};

const toneOf = {' ': 'plain', '+': 'add', '-': 'remove'} as const;

const blameAt = (tree: Blame | undefined, path: ReadonlyArray<string | number>): number | undefined => {
	let at = tree;
	for (const part of path) {
		const next = at?.parts?.[String(part)];
		if (!next) {
			break;
		}

		at = next;
	}

	return at?.step;
};

/** Rows of the state pane: what this stop changed, the whole object, or the whole with the step that wrote each line. */
export const stateView = (state: State, columns: number): Line[] => {
	const stop = stopOf(state);
	if (!stop) {
		return [line(' Nothing has happened yet. s steps; : and a kubectl command starts something.', 'dim')];
	}

	const {before, after} = beforeAndAfter(state);
	const key = shownKey(state);
	if (before === undefined && after === undefined) {
		return [
			line(
				key === undefined ? ' This stop is about no object and has no facts.' : ` ${key} does not exist at this step.`,
				'dim',
			),
		];
	}

	if (state.form === 'blame' && key !== undefined) {
		const {ledger} = state.recording.kernel;
		const tree = blame(ledger.versions(key).filter(({step}) => step <= state.cursor));
		return yamlLines(ledger.readAt(key, state.cursor)).map(({text, path}) => {
			const step = blameAt(tree, path);
			const writer = step === undefined ? undefined : state.recording.stops[step];
			return [
				{text: ` ${step === undefined ? '' : `#${step}`}`.padEnd(9), tone: step === state.cursor ? 'here' : 'dim'},
				{text: (writer?.process ?? '').slice(0, 24).padEnd(25), tone: 'dim'},
				{text: text.slice(0, Math.max(0, columns)), tone: 'plain'},
			];
		});
	}

	const unchanged = same(before, after);
	const lines: DiffLine[] =
		state.form === 'whole' || unchanged
			? yamlLines(after).map((item) => ({...item, mark: ' '}))
			: diffLines(yamlLines(before), yamlLines(after));
	const rows = state.form === 'diff' && !unchanged && before !== undefined ? foldDiff(lines) : lines;
	return rows.map((item) =>
		'folded' in item
			? line(`     … ${item.folded} line${item.folded === 1 ? '' : 's'}`, 'dim')
			: [{text: ` ${item.mark} ${item.text}`, tone: toneOf[item.mark]}],
	);
};
