const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The board's own words, in English; the other languages have the same entries. */
export const board = {
	/** @param speed empty while a story plays */
	keys: (speed: string, enters: boolean) =>
		`${enters ? 'enter looks inside  ' : ''}v closes${speed === '' ? '' : `  speed ${speed}`}`,
	you: 'you',
	noCommand: 'no command',
	lines: (count: number) => counted(count, 'line'),
	andFiles: (count: number) => `and ${counted(count, 'file')}`,
	done: 'done',
	idle: 'idle',
	from: (process: string) => ` from ${process}`,
	noRequest: 'no request yet',
	tells: (watchers: number) => `watch cache notifies ${counted(watchers, 'watcher')}`,
	empty: 'empty',
	/** Keys that wait in the queue of a controller … */
	queued: (count: number) => ` ${count} queued`,
	/** … and keys that are put into it later. */
	later: (count: number) => `, ${count} due later`,
	idleControllers: (count: number) => `${count} idle`,
	kubeletWaits: 'kubelet waits: ',
	kubeletIdle: 'kubelet idle',
	pods: (count: number) => counted(count, 'Pod'),
	cordoned: 'cordoned',
	ready: (ready: number, endpoints: number) => `${ready} of ${endpoints} ready`,
	noneYet: 'none yet',
	nodes: (count: number) => `+${counted(count, 'node')}`,
	/** The titles of boxes that have no name of Kubernetes. */
	boxes: {scheduler: 'scheduler', controllers: 'controllers'},
	/** The queues of the scheduler. */
	queues: {active: 'active', backoff: 'backoff', unschedulable: 'unschedulable', gated: 'gated'},
	/** The label of the token before any object has a name. */
	command: 'command',
	making: (kind: string) => `new ${kind}`,
	revision: (revision: string) => `revision ${revision}`,
	/** The shorter form. */
	atRevision: (revision: number | string) => `rev ${revision}`,
	refused: 'refused',
	stored: 'stored',
	/** Heads of the rows below the drawing, of one width. */
	heads: {now: 'now    ', next: 'next   ', waits: 'waits  ', wrote: 'wrote  ', story: 'story  ', folded: 'folded '},
	guessIt: 'guess it; p ends guessing',
	onlyPeriodic: 'nothing: only periodic work follows',
	notRecorded: 'not recorded yet: s steps on, c runs to the end',
	nothingYet: 'nothing has happened yet',
	nobody: 'none',
	/** A process, and the object or request for which it waits or works. */
	for: (process: string, what: string) => `${process} for ${what}`,
	/** A stage of the apiserver on behalf of a process. */
	stageFor: (stage: string, process: string) => `${stage} for ${process}`,
	/** A story: its beats in a word each, and the stops that it folds. */
	beats: {
		read: 'read',
		sent: 'sent',
		admitted: 'valid',
		stored: 'stored',
		printed: 'answered',
		made: 'made',
		queued: 'queued',
		decided: 'decided',
		bound: 'bound',
		accepted: 'accepted',
		mounted: 'mounted',
		sandbox: 'sandbox',
		address: 'address',
		pulled: 'pulled',
		created: 'created',
		started: 'started',
		listens: 'listens',
		probed: 'probed',
		ready: 'ready',
		named: 'named in DNS',
		published: 'published',
		routed: 'routed',
		marked: 'marked',
		collected: 'collected',
		terminates: 'terminates',
		withdrawn: 'withdrawn',
		signalled: 'signalled',
		exited: 'exited',
		stopped: 'stopped',
		evicted: 'evicted',
		removed: 'removed',
		refused: 'refused',
	},
	foldedStops: (stops: number) => `${counted(stops, 'stop')} since the previous beat`,
	foldedRequests: (requests: number) => counted(requests, 'request'),
	foldedDeliveries: (deliveries: number) => `${deliveries} watch deliver${deliveries === 1 ? 'y' : 'ies'}`,
	foldedEvents: (events: number) => counted(events, 'Event'),
	foldedNothing: 'none: the previous beat is the previous stop',
	/** Pods of the same owner, which the story does not show individually. */
	alike: (pods: number) => `${counted(pods, 'more Pod')} on the same path`,
	/** The role of each box before anything happens, the longest first. */
	roles: {
		apiserver: [
			'the only door: every other component reads and writes through it',
			'the only door: all others read and write here',
		],
		etcd: ['keeps every object', 'storage'],
		scheduler: ['picks a node for each Pod', 'placement'],
		controllers: ['create what your objects ask for', 'create objects', 'make objects'],
		node: ['the kubelet runs containers here', 'runs containers'],
		services: ['lead clients to Pods', 'find Pods'],
	},
};
