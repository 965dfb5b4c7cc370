import type {Pod} from '../../objects/kubernetes.generated.js';
import {printedTable} from '../../cluster.js';
import {keyGlob, matchesKey, resourceOfWord} from '../../classroom/place.js';
import {line, type Tone} from '../paint/text.js';
import {tableRows, type Cell} from '../paint/text-layout.js';
import {objectName} from '../../objects/object-name.js';
import type {State} from '../state/state.js';
import {podSummary} from './pod-summary.js';
import type {Row} from './row.js';
import {wordsOf} from '../words/words.js';

type Stored = Parameters<typeof printedTable>[1][number];

/** The wall clock at the current stop, from which ages count. */
const nowMs = ({recording: {kernel, stops}, cursor}: State): number =>
	kernel.wallClockMs - kernel.now + (stops.get(cursor)?.timeMs ?? 0);

/** The tone of an object's state in its row. */
const statusTone = (head: string, resource: string, pod: Pod | undefined): Tone =>
	head === 'STATUS' && resource === 'pods' ? podSummary(pod).tone : 'plain';

/** All objects of one kind, with heads and columns as `kubectl get -A` prints them; those of `-o wide` if there is room. */
export const kindRows = (state: State, kind: string, columns: number): readonly Row[] => {
	const {ledger} = state.recording.kernel;
	const resource = resourceOfWord(kind, state.recording);
	const glob = keyGlob(kind, state.recording);
	const found = ledger
		.keys(glob.slice(0, glob.indexOf('*')), state.cursor)
		.filter((key) => matchesKey(glob, key))
		.flatMap((key) => {
			const object = ledger.readAt<Stored>(key, state.cursor);
			return object ? [{key, object}] : [];
		});
	if (!resource || found.length === 0) {
		return [{row: line(` ${wordsOf(state).panes.cluster.noneOfKind(resource?.plural ?? kind)}`, 'dim')}];
	}

	const {heads, needed, rows} = printedTable(
		resource,
		found.map(({object}) => object),
		nowMs(state),
	);
	const cells = rows.map((texts, index): readonly Cell[] => {
		const key = found[index]?.key ?? '';
		const pod = ledger.readAt<Pod>(key, state.cursor);
		const namespace = objectName(key)?.namespace ?? '';
		return [
			...(resource.namespaced ? [{text: namespace, tone: 'dim', name: true} as const] : []),
			...texts.map((text, at): Cell => ({
				text,
				tone: statusTone(heads[at] ?? '', resource.plural, pod),
				...(at === 0 ? {name: true} : {}),
			})),
		];
	});
	const top = [...(resource.namespaced ? ['NAMESPACE'] : []), ...heads].map((text): Cell => ({text, tone: 'title'}));
	return tableRows([top, ...cells], columns - 3, needed + (resource.namespaced ? 1 : 0)).map((row, index): Row => {
		const key = found[index - 1]?.key;
		return {
			row: [{text: key !== undefined && key === state.object.followed ? ' ◆ ' : '   ', tone: 'here'}, ...row],
			oneLine: true,
			...(key === undefined ? {} : {key}),
		};
	});
};
