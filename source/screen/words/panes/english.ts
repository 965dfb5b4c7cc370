import {viewNames, views, type ViewNames} from '../../../classroom/views.js';

const namesOfViews: Readonly<Record<string, ViewNames>> = Object.fromEntries(
	views.map((view) => [view, viewNames(view)]),
);

const plural = (count: number): string => (count === 1 ? '' : 's');

/** The panes' own words, in English; the other languages have the same entries. */
export const panes = {
	titles: {
		pipeline: 'Pipeline',
		printed: 'Output of kubectl',
		whole: ' · whole',
		since: (step: number) => ` · since #${step}`,
		/** The words before the name whose part is shown. */
		inside: {node: 'inside', pod: 'inside', logs: 'logs of', describe: 'describe'},
		packet: 'Packet',
	},
	/** Names and titles of the views. */
	views: namesOfViews,
	none: '(none)',
	noneYet: '(none yet)',
	/** The left column. */
	components: {
		queue: (length: number) => `queue ${length}`,
		pods: (count: number) => `${count} Pod${plural(count)}`,
		noIP: 'no IP yet',
		more: (count: number) => `${count} more; 6 shows all`,
		notCreated: 'not created',
		restarts: (count: number) => `, ${count} restart${plural(count)}`,
	},
	state: {
		removed: 'removed',
		items: (count: number) => `${count} items`,
		fields: (count: number) => `${count} field${plural(count)}`,
		/** Writers of lines that are not named after a program. */
		writers: {you: 'you', defaults: 'defaults'},
		noObject: 'no object',
		noObjectToBlame: 'this stop has no object, so no line has a writer.',
		notStoredToBlame: (key: string) => `${key} is not stored at this step, so no line has a writer.`,
	},
	stack: {noFrame: 'no frame is open', process: 'process'},
	printed: {
		noCommand: 'No kubectl command has run yet; type : and kubectl … to run one.',
		running: '(still running)',
		exitCode: (code: number) => `exit code ${code}`,
	},
	lanes: {
		seconds: 'seconds',
		nothing: 'nothing is recorded yet',
		woken: (step: number, process: string, stage: string, ms: number) =>
			`woken by #${step} ${process} (${stage}), ${ms} ms earlier`,
		byYou: 'started by you',
		stopsPerColumn: (count: number) => `${count} stops per column`,
		more: (count: number, key: string) => `${count} more lane${plural(count)}: ${key}`,
	},
	cluster: {
		noNode: 'no node yet',
		noNodes: 'no node has registered yet',
		namespace: (name: string) => `namespace ${name}`,
		asItWas: (step: number) => `as it was after #${step}; esc, then d, shows it as it is here`,
		nothingInside: 'this Pod has no node yet, so there is nothing inside to show',
		nothingPrinted: 'nothing has been printed yet',
		nothing: 'nothing yet',
		/** @param resource in the plural, as in kubectl */
		noneOfKind: (resource: string) => `no ${resource} at this step; :cluster shows the tree`,
	},
	scheduler: {
		noCycle: 'no Pod has been through a scheduling cycle yet',
		noRequests: 'no requests',
		total: 'total',
		chosen: 'chosen',
		filter: 'filter',
		scores: 'score × weight',
		needs: 'needs',
		node: 'node',
		helps: 'helps',
		nearest: 'nearest',
		fits: (node: string, amount: string, resource: string) =>
			`${node}: NodeResourcesFit accepts the Pod if it requests at most ${amount} ${resource}`,
		refuseNone: (plugins: string) => `filters that refuse no node: ${plugins}`,
		/** The origin of one score. @param raw the plug-in's score before normalisation to 100, if it differs */
		score: (score: string, node: string, on: number, weight: number, points: number, raw?: number, total?: number) =>
			`${score} of ${node}: ${raw === undefined ? `${on} ×` : `${raw} counts as ${on} of 100, ×`} weight ${weight} = ${points}${total === undefined ? '' : ` of ${total}`}`,
		/** A column of bars. @param asked this Pod's request */
		free: (resource: string, asked?: string) => `${resource} free${asked === undefined ? '' : `, ▒ requests ${asked}`}`,
		of: (part: string, whole: string) => `${part} of ${whole}`,
		/** The need of a node or a Pod. */
		needsMore: (amount: string, resource: string, asked: string, free: string, whole: string) =>
			`${amount} more ${resource}: requests ${asked}, ${free} of ${whole} free`,
		needsLabel: (label: string, has?: string) => `the label ${label}${has === undefined ? '' : `, has ${has}`}`,
		needsToleration: (taint: string) => `a toleration for ${taint}`,
	},
	network: {
		parts: {endpoints: 'endpoints', rules: 'rules', dns: 'dns', traffic: 'traffic', race: 'race', walk: 'walk'},
		/** The conditions of an endpoint in an EndpointSlice. */
		conditions: {ready: 'ready', 'not ready': 'not ready', terminating: 'terminating', removed: 'removed'},
		notYet: 'not yet',
		late: (lag: string) => `late ${lag}`,
		noServices: 'no Service has endpoints yet',
		noEndpoints: 'no endpoints',
		endpoint: 'endpoint',
		client: (name: string, target: string) => `client ${name} → ${target}`,
		requests: (count: string) => `requests ${count}`,
		inFlight: (count: string) => `in flight ${count}`,
		/** Counts of requests by how they ended. */
		counts: {answered: 'answered', refused: 'refused', reset: 'reset', timedOut: 'timed out', failed: 'failed'},
		answeredBy: (count: string, pod: string) => `${count} by ${pod}`,
		noClients: 'no client sends requests; :traffic HOST:PORT starts one',
		/** The ends of a request. */
		ends: {
			answered: 'answered',
			refused: 'refused',
			reset: 'cut off',
			timedOut: 'timed out',
			failed: 'not sent',
		},
		underWay: 'under way',
		by: (pod: string) => ` by ${pod}`,
		lostFirst: 'lost, the latest first; enter shows the path of one',
		othersNext: 'answered or under way',
		emptyZone: 'the zone is empty',
		noRules: 'no kube-proxy has written rules yet',
		housekeeping: (lines: number) => `… ${lines} line${plural(lines)} of housekeeping; a shows all`,
	},
	race: {
		none: 'no Pod of a Service has started or ended yet; delete one, or start one',
		leaves: (pod: string, ip: string, service: string) => `Pod ${pod} is deleted: ${ip} of Service ${service}`,
		joins: (pod: string, ip: string, service: string) => `Pod ${pod} is ready: ${ip} of Service ${service}`,
		noSignal: 'no signal yet',
		exit: 'exit',
		exitGone: 'exit, gone',
		gone: 'gone',
		notPublished: 'not published yet',
		stillSends: 'still sends',
		doesNotSend: 'does not send',
		requests: 'requests',
		noRequests: 'none: :traffic HOST:PORT sends some',
		here: 'you are here',
		noneLost: (count: number) => `none of the ${count} requests is lost`,
		lost: (lost: number, count: number) => `, ${lost} of ${count} lost`,
		window: 'window',
		untilAllSend: 'from ready until all proxies send to it',
		open: 'still open',
		sleepKey: 'w: the same with a 1 s preStop sleep',
		sleepLost: (lost: number, sent: number) => `with a 1 s preStop sleep: ${lost} of ${sent} lost`,
	},
	walk: {
		otherwise: (other: string) => `otherwise ${other}`,
		arrived: (ending: string) => `arrived: ${ending}`,
		/** @param hop the hop where the packet was lost; absent if it was never sent @param where the node of that hop */
		died: (hop: string | undefined, where: string, ending: string) =>
			`lost at ${hop ?? 'once'}${where === '' ? '' : ` on ${where}`}: ${ending}`,
	},
	ledger: {
		stored: (revision: number | undefined, keys: number, prefix: string) =>
			`etcd${revision === undefined ? '' : ` at revision ${revision}`}: ${keys} key${plural(keys)}, as etcdctl get --prefix ${prefix} lists them`,
		watchCaches: 'watch caches of the apiserver',
		informerCaches: 'informer caches of its clients',
		queues: 'work queues',
		own: (keys: number) =>
			`not in etcd: ${keys} key${plural(keys)} in which this simulation keeps components and nodes`,
		objects: (count: number) => `${String(count).padStart(4)} stored`,
		watchedBy: (watchers: number) => `watched by ${watchers}`,
		gone: (name: string) => `${name} is gone`,
		behind: (count: number) => `${count} behind`,
		/** The number of entries that are not listed. */
		upToDate: (others: number, listed: number) => {
			if (listed === 0) {
				return `all ${others} caches are up to date with etcd`;
			}

			if (others === 1) {
				return 'the other cache is up to date with etcd';
			}

			return `the other ${others} caches are up to date with etcd`;
		},
		empty: (others: number, listed: number) => {
			if (listed === 0) {
				return `all ${others} queues are empty`;
			}

			if (others === 1) {
				return 'the other queue is empty';
			}

			return `the other ${others} queues are empty`;
		},
		waiting: (keys: string) => `waiting ${keys}`,
		processing: (keys: string) => `processing ${keys}`,
		delayed: (keys: string) => `delayed ${keys}`,
		failed: (key: string, times: number) => `${key} failed ${times === 1 ? 'once' : `${times} times`}`,
	},
};

/** The panes' words in one language. */
export type PaneWords = typeof panes;
