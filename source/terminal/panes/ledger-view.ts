import {keyGlob} from '../../lessons/place.js';
import type {State} from '../state/state.js';
import {queueKeys} from './pipeline-map.js';
import {line, pad, type Line, type Segment} from '../paint/text.js';
import type {Jump} from './lists.js';

type LedgerRow = Jump & {readonly key?: string};

const title = (text: string): LedgerRow => ({row: line(` ${text}`, 'title')});

interface WatchCache {
	readonly revision?: number;
	readonly objects?: number;
	readonly watchers?: number;
}

/** The apiserver's watch caches: how far each is, how many objects it holds, who listens. */
const watchCacheRows = (state: State): LedgerRow[] => {
	const {ledger} = state.recording.kernel;
	const prefix = '/components/kube-apiserver/watch-cache/';
	return ledger.keys(prefix, state.cursor).map((key): LedgerRow => {
		const {revision, objects, watchers} = ledger.readAt<WatchCache>(key, state.cursor) ?? {};
		return {
			key,
			row: [
				{text: `   ${pad(key.slice(prefix.length), 26)}`, tone: 'plain'},
				{text: `rev ${String(revision ?? '?').padEnd(7)} ${String(objects ?? 0).padStart(4)} stored  `, tone: 'dim'},
				{text: `watched by ${watchers ?? 0}`, tone: 'dim'},
			],
		};
	});
};

interface Stored {
	readonly metadata?: {readonly resourceVersion?: string};
}

interface Cache {
	readonly owner: string;
	readonly resource: string;
	readonly prefix: string;
	cached: number;
	behind: string[];
}

/** Each component's informer caches, compared with what etcd has. */
const caches = (state: State): Cache[] => {
	const {ledger} = state.recording.kernel;
	const found = new Map<string, Cache>();
	let last: Cache | undefined;
	let lastPrefix = '';
	for (const [key, cached] of ledger.entries<Stored>('/components/', state.cursor)) {
		// Keys come in order, those of one cache together: most need no look at their parts.
		if (!last || !key.startsWith(lastPrefix)) {
			const [prefix, owner, resource] = /^\/components\/(.+)\/informers\/([^/]+)\//.exec(key) ?? [];
			if (prefix === undefined || owner === undefined || resource === undefined) {
				continue;
			}

			const glob = keyGlob(resource, state.recording);
			last = {owner, resource, prefix: glob.slice(0, glob.indexOf('*')), cached: 0, behind: []};
			lastPrefix = prefix;
			found.set(prefix, last);
		}

		last.cached++;
		const name = key.slice(lastPrefix.length);
		const has = cached.metadata?.resourceVersion;
		const is = ledger.readAt<Stored>(last.prefix + name, state.cursor)?.metadata?.resourceVersion;
		if (has !== is) {
			last.behind.push(is === undefined ? `${name} is gone` : `${name} ${has ?? '?'} < ${is}`);
		}
	}

	return [...found.values()];
};

/** Subject and verb for what is not listed above: `all 8 queues are`, `the other queue is`. */
const remaining = (count: number, listed: number, noun: string): string =>
	listed === 0
		? `all ${count} ${noun}s are`
		: count - listed === 1
			? `the other ${noun} is`
			: `the other ${count - listed} ${noun}s are`;

const cacheRows = (state: State): LedgerRow[] => {
	const all = caches(state);
	const behind = all.filter((cache) => cache.behind.length > 0);
	return [
		...behind.map((cache): LedgerRow => ({
			row: [
				{text: `   ${pad(`${cache.owner} ${cache.resource}`, 44)} `, tone: 'plain'},
				{text: `${cache.behind.length} behind  `, tone: 'warn'},
				{text: cache.behind.slice(0, 4).join(', '), tone: 'dim'},
			],
		})),
		{
			row: line(`   ${remaining(all.length, behind.length, 'cache')} up to date with etcd`, 'dim'),
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
	const keys = queueKeys(state);
	const rows = keys.flatMap((key): LedgerRow[] => {
		const {
			queue = [],
			processing = [],
			delayed = {},
			failures = {},
		} = ledger.readAt<WorkQueue>(key, state.cursor) ?? {};
		const parts: Segment[] = [
			{text: queue.length === 0 ? '' : `waiting ${queue.join(' ')}  `, tone: 'warn'},
			{text: processing.length === 0 ? '' : `processing ${processing.join(' ')}  `, tone: 'here'},
			{text: Object.keys(delayed).length === 0 ? '' : `delayed ${Object.keys(delayed).join(' ')}  `, tone: 'dim'},
			{
				text: Object.entries(failures)
					.map(([item, times]) => `${item} failed ${times === 1 ? 'once' : `${times} times`}`)
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
			row: line(`   ${remaining(keys.length, rows.length, 'queue')} empty`, 'dim'),
		},
	];
};

/** A key with its writes. There are many thousands, of which a screen shows a few: a row is made when it is looked at. */
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
		return [
			{text: `   ${this.key}`, tone: this.key === this.state.object.followed ? 'here' : 'plain'},
			{text: `  ×${this.#versions.length}  #${this.step}`, tone: 'dim'},
		];
	}
}

const keyRows = (state: State): LedgerRow[] => {
	const find = state.pane.find.toLowerCase();
	const keys = state.recording.kernel.ledger.keys('/', state.cursor);
	const found = find === '' ? keys : keys.filter((key) => key.toLowerCase().includes(find));
	return found.map((key) => new KeyRow(key, state));
};

/** etcd and who lags behind it: watch caches, informer caches, work queues; then every key with how often and when it was last written. */
export const ledgerRows = (state: State): LedgerRow[] => {
	const {ledger} = state.recording.kernel;
	const revision = ledger.readAt('/components/etcd/revision', state.cursor);
	const keys = keyRows(state);
	const known = title(`keys, with writes and the last step · ${keys.length}`);
	return state.pane.find === ''
		? [
				title(`etcd${typeof revision === 'number' ? ` · revision ${revision}` : ''} · watch caches of the apiserver`),
				...watchCacheRows(state),
				title('informer caches'),
				...cacheRows(state),
				title('work queues'),
				...queueRows(state),
				known,
				...keys,
			]
		: [known, ...keys];
};
