import {etcdKey} from '../../objects/etcd-keys.js';
import {etcdRevision} from './etcd-revision.js';
import {keysAt} from '../../debugger/keys-at.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {stopOf, type State} from '../state/state.js';
import {informerCaches, type Behind} from '../state/informer-caches.js';
import {queueKeys} from './pipeline-map.js';
import {line, pad, type Line, type Segment} from '../paint/text.js';
import type {Jump} from './lists.js';
import {wordsOf} from '../words/words.js';

/** The folder of etcd. */
const registry = '/registry/';

type LedgerRow = Jump & {readonly key?: string};

const title = (text: string): LedgerRow => ({row: line(` ${text}`, 'title')});

interface WatchCache {
	readonly revision?: number;
	readonly objects?: number;
	readonly watchers?: number;
}

/** The apiserver's watch caches: their revisions, their numbers of objects, and their watchers. */
const watchCacheRows = (state: State): LedgerRow[] => {
	const {ledger} = state.recording.kernel;
	const prefix = '/components/kube-apiserver/watch-cache/';
	const {
		panes: {ledger: words},
		board,
	} = wordsOf(state);
	return ledger.keys(prefix, state.cursor).map((key): LedgerRow => {
		const {revision, objects, watchers} = ledger.readAt<WatchCache>(key, state.cursor) ?? {};
		return {
			key,
			row: [
				{text: `   ${pad(key.slice(prefix.length), 26)}`, tone: 'plain'},
				{text: `${board.atRevision(String(revision ?? '?').padEnd(7))} ${words.objects(objects ?? 0)}  `, tone: 'dim'},
				{text: words.watchedBy(watchers ?? 0), tone: 'dim'},
			],
		};
	});
};

interface Stored {
	readonly metadata?: {readonly resourceVersion?: string};
}

const cacheRows = (state: State): LedgerRow[] => {
	const words = wordsOf(state).panes.ledger;
	const all = informerCaches(state);
	const difference = ({name, has, is}: Behind): string =>
		is === undefined ? words.gone(name) : `${name} ${has ?? '?'} < ${is}`;
	const behind = all.filter((cache) => cache.behind.length > 0);
	return [
		...behind.map((cache): LedgerRow => ({
			row: [
				{text: `   ${pad(`${cache.owner} ${cache.resource}`, 44)} `, tone: 'plain'},
				{text: `${words.behind(cache.behind.length)}  `, tone: 'warn'},
				{
					text: cache.behind
						.slice(0, 4)
						.map((one) => difference(one))
						.join(', '),
					tone: 'dim',
				},
			],
		})),
		{
			row: line(`   ${words.upToDate(all.length - behind.length, behind.length)}`, 'dim'),
		},
	];
};

interface WorkQueue {
	readonly queue?: readonly string[];
	readonly processing?: readonly string[];
	readonly delayed?: Readonly<Record<string, number>>;
	readonly failures?: Readonly<Record<string, number>>;
}

const queueRows = (state: State): LedgerRow[] => {
	const {ledger} = state.recording.kernel;
	const prefix = '/components/controller-manager/';
	const words = wordsOf(state).panes.ledger;
	const keys = queueKeys(state);
	const rows = keys.flatMap((key): LedgerRow[] => {
		const {
			queue = [],
			processing = [],
			delayed = {},
			failures = {},
		} = ledger.readAt<WorkQueue>(key, state.cursor) ?? {};
		const parts: Segment[] = [
			{text: queue.length === 0 ? '' : `${words.waiting(queue.join(' '))}  `, tone: 'warn'},
			{text: processing.length === 0 ? '' : `${words.processing(processing.join(' '))}  `, tone: 'here'},
			{
				text: Object.keys(delayed).length === 0 ? '' : `${words.delayed(Object.keys(delayed).join(' '))}  `,
				tone: 'dim',
			},
			{
				text: Object.entries(failures)
					.map(([item, times]) => words.failed(item, times))
					.join('  '),
				tone: 'bad',
			},
		];
		return parts.every(({text}) => text === '')
			? []
			: [{key, row: [{text: `   ${pad(key.slice(prefix.length, -'/queue'.length), 30)} `, tone: 'plain'}, ...parts]}];
	});
	return [
		...rows,
		{
			row: line(`   ${words.empty(keys.length - rows.length, rows.length)}`, 'dim'),
		},
	];
};

/**
A key of etcd, or one of the simulation's own: revision, number of writes, step of the last write. A row is made on demand, because a screen
shows a few of many thousands.
*/
class KeyRow implements LedgerRow {
	readonly oneLine = true;

	constructor(
		readonly key: string,
		readonly state: State,
	) {}

	get #versions() {
		return this.state.recording.kernel.ledger.versions(this.key).filter(({step}) => step <= this.state.cursor);
	}

	get step(): number {
		return this.#versions.at(-1)?.step ?? 0;
	}

	get row(): Line {
		const {key, step, state} = this;
		const isHere = key === stopOf(state)?.object;
		const revision = state.recording.kernel.ledger.readAt<Stored>(key, state.cursor)?.metadata?.resourceVersion;
		const others = key === state.object.followed ? 'title' : 'plain';
		return [
			{text: ` ${isHere ? '●' : ' '} `, tone: 'here'},
			{text: shownKey(key, state), tone: isHere ? 'here' : others},
			{text: revision === undefined ? '' : `  ${wordsOf(state).board.atRevision(revision)}`, tone: 'plain'},
			{text: `  ×${this.#versions.length}  #${step}`, tone: 'dim'},
		];
	}
}

/** A key as etcdctl would list it. */
const shownKey = (key: string, {recording}: State): string =>
	etcdKey(key, recording.scenario.kubeAPIServer?.etcdPrefix);

interface Divided {
	readonly stored: readonly string[];
	readonly own: readonly string[];
}

/** Most frames have the keys of the frame before. */
const divided = new WeakMap<readonly string[], Divided>();

/** Sorted keys: those of etcd are together. */
const dividedKeys = (keys: readonly string[]): Divided => {
	const isStored = (key: string): boolean => key.startsWith(registry);
	const end = keys.findLastIndex(isStored) + 1;
	const start = end === 0 ? 0 : keys.findIndex(isStored);
	return {stored: keys.slice(start, end), own: [...keys.slice(0, start), ...keys.slice(end)]};
};

/** The keys of etcd and of the simulation's own state that match the search. */
const keyRows = (state: State): {readonly stored: readonly KeyRow[]; readonly own: readonly KeyRow[]} => {
	const find = state.pane.find.toLowerCase();
	const keys = keysAt(state.recording.kernel.ledger, state.cursor);
	const found = find === '' ? keys : keys.filter((key) => shownKey(key, state).toLowerCase().includes(find));
	const {stored, own} = getOrInsert(divided, found, dividedKeys);
	const rowsOf = (some: readonly string[]): readonly KeyRow[] => some.map((key) => new KeyRow(key, state));
	return {stored: rowsOf(stored), own: rowsOf(own)};
};

/**
The contents of etcd, as etcdctl lists them, each key with the revision of its last write; then the simulation's own state: watch caches of the apiserver, informer
caches, work queues, and the keys of components and nodes.
*/
export const ledgerRows = (state: State): readonly LedgerRow[] => {
	const revision = etcdRevision(state.recording, state.cursor);
	const {stored, own} = keyRows(state);
	const words = wordsOf(state).panes.ledger;
	return [
		title(words.stored(revision, stored.length, shownKey(registry, state))),
		...stored,
		...(state.pane.find === ''
			? [
					title(words.watchCaches),
					...watchCacheRows(state),
					title(words.informerCaches),
					...cacheRows(state),
					title(words.queues),
					...queueRows(state),
				]
			: []),
		title(words.own(own.length)),
		...own,
	];
};

/** The row of the key that the stop is about; −1 if the stop is about no key. */
export const changedKeyRow = (state: State, rows: ReadonlyArray<{readonly key?: string}>): number => {
	const key = stopOf(state)?.object;
	return key === undefined ? -1 : rows.findIndex((row) => row.key === key);
};
