import {keyGlob} from '../../lessons/place.js';
import type {State} from '../state.js';
import {line, pad, type Segment} from '../text.js';
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
	for (const key of ledger.keys('/components/', state.cursor)) {
		const [, owner, resource, name] = /^\/components\/(.+)\/informers\/([^/]+)\/(.*)$/.exec(key) ?? [];
		if (owner === undefined || resource === undefined || name === undefined) {
			continue;
		}

		const id = `${owner} ${resource}`;
		const glob = keyGlob(resource, state.recording);
		const cache = found.get(id) ?? {
			owner,
			resource,
			prefix: glob.slice(0, glob.indexOf('*')),
			cached: 0,
			behind: [],
		};
		found.set(id, cache);
		cache.cached++;
		const has = ledger.readAt<Stored>(key, state.cursor)?.metadata?.resourceVersion;
		const is = ledger.readAt<Stored>(cache.prefix + name, state.cursor)?.metadata?.resourceVersion;
		if (has !== is) {
			cache.behind.push(is === undefined ? `${name} is gone` : `${name} ${has ?? '?'} < ${is}`);
		}
	}

	return [...found.values()];
};

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
			row: line(
				`   ${behind.length === 0 ? `all ${all.length}` : `the other ${all.length - behind.length}`} caches have what etcd has`,
				'dim',
			),
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
	const keys = ledger.keys(prefix, state.cursor).filter((key) => key.endsWith('/queue'));
	const rows = keys.flatMap((key): LedgerRow[] => {
		const {
			queue = [],
			processing = [],
			delayed = {},
			failures = {},
		} = ledger.readAt<WorkQueue>(key, state.cursor) ?? {};
		const parts: Segment[] = [
			{text: queue.length === 0 ? '' : `waiting ${queue.join(' ')}  `, tone: 'warn'},
			{text: processing.length === 0 ? '' : `at work on ${processing.join(' ')}  `, tone: 'here'},
			{text: Object.keys(delayed).length === 0 ? '' : `later ${Object.keys(delayed).join(' ')}  `, tone: 'dim'},
			{
				text: Object.entries(failures)
					.map(([item, times]) => `${item} failed ${times} times`)
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
			row: line(
				`   ${rows.length === 0 ? `all ${keys.length}` : `the other ${keys.length - rows.length}`} queues are empty`,
				'dim',
			),
		},
	];
};

const keyRows = (state: State): LedgerRow[] => {
	const {ledger} = state.recording.kernel;
	return ledger
		.keys('/', state.cursor)
		.filter((key) => state.find === '' || key.toLowerCase().includes(state.find.toLowerCase()))
		.map((key) => {
			const versions = ledger.versions(key).filter(({step}) => step <= state.cursor);
			const {step} = versions.at(-1)!;
			return {
				key,
				step,
				row: [
					{text: `   ${key}`, tone: key === state.followed ? ('here' as const) : ('plain' as const)},
					{text: `  ×${versions.length}  #${step}`, tone: 'dim' as const},
				],
			};
		});
};

/** etcd and who lags behind it: watch caches, informer caches, work queues; then every key with how often and when it was last written. */
export const ledgerRows = (state: State): LedgerRow[] => {
	const {ledger} = state.recording.kernel;
	const revision = ledger.readAt('/components/etcd/revision', state.cursor);
	const keys = keyRows(state);
	const known = title(`keys, with writes and the last step · ${keys.length}`);
	return state.find === ''
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
