import test from 'ava';
import {Mistake} from '../mistake.js';
import {faultKinds} from './fault-kinds.js';
import {missingTarget, parseFault} from './parse-fault.js';

/** The content of a plan, without its open parts. */
const said = (line: string): unknown => JSON.parse(JSON.stringify(parseFault(line)));

const read = [
	['crash kube-scheduler', {fault: {kind: 'crash', process: 'kube-scheduler'}}],
	['crash kube-controller-manager', {fault: {kind: 'crash', process: 'controller-manager'}}],
	['restart kube-controller-manager/job', {fault: {kind: 'restart', process: 'controller-manager/job'}}],
	['pause kube-controller-manager for=2s', {fault: {kind: 'pause', target: 'controller-manager', forMs: 2000}}],
	['slow kube-controller-manager by=2', {fault: {kind: 'slow', target: 'controller-manager', factor: 2}}],
	[
		'fail requests kube-controller-manager',
		{fault: {kind: 'requests', client: 'kube-controller-manager', fail: '503'}},
	],
	['restart kubelet/node-a at=1m30s', {fault: {kind: 'restart', process: 'kubelet/node-a'}, afterMs: 90_000}],
	['pause node-a for=1.5s', {fault: {kind: 'pause', target: 'node-a', forMs: 1500}}],
	['pause node-a', {fault: {kind: 'pause', target: 'node-a'}}],
	['slow etcd by=2.5', {fault: {kind: 'slow', target: 'etcd', factor: 2.5}}],
	['fail requests *', {fault: {kind: 'requests', client: '*', fail: '503'}}],
	[
		'fail requests kubelet with=lost share=25% for=10s',
		{fault: {kind: 'requests', client: 'kubelet', fail: 'lost', share: 0.25, forMs: 10_000}},
	],
	[
		'fail requests op with=409 verb=update of=configmaps number=3',
		{
			fault: {kind: 'requests', client: 'op', fail: '409', verb: 'update', resource: 'configmaps', number: 3},
		},
	],
	['miss watches op of=pods', {fault: {kind: 'deliveries', client: 'op', resource: 'pods', change: 'miss'}}],
	['delay requests coredns by=200ms', {fault: {kind: 'requests', client: 'coredns', delayMs: 200}}],
	[
		'close watches kube-scheduler of=pods',
		{fault: {kind: 'watches', client: 'kube-scheduler', resource: 'pods', end: 'closed'}},
	],
	['expire  watches kube-scheduler', {fault: {kind: 'watches', client: 'kube-scheduler', end: 'expired'}}],
	[
		'delay watches kube-scheduler of=pods by=2s for=10s',
		{
			fault: {
				kind: 'deliveries',
				client: 'kube-scheduler',
				resource: 'pods',
				change: 'delay',
				delayMs: 2000,
				forMs: 10_000,
			},
		},
	],
	['drop watches *', {fault: {kind: 'deliveries', client: '*', change: 'drop'}}],
	['duplicate watches mesh', {fault: {kind: 'deliveries', client: 'mesh', change: 'duplicate'}}],
	[
		'reorder watches kube-scheduler of=pods behind=nodes',
		{fault: {kind: 'deliveries', client: 'kube-scheduler', resource: 'pods', change: 'reorder', behind: 'nodes'}},
	],
	[
		'partition node-a kube-apiserver for=2m',
		{fault: {kind: 'partition', ends: ['node-a', 'kube-apiserver'], forMs: 120_000}},
	],
	['skew clock node-a by=-5m', {fault: {kind: 'clock', node: 'node-a', byMs: -300_000}}],
	['skew clock node-a by=+3s', {fault: {kind: 'clock', node: 'node-a', byMs: 3000}}],
	['fill disk node-a', {fault: {kind: 'shortage', node: 'node-a', of: 'disk', free: '1%'}}],
	['take memory node-a free=10Mi', {fault: {kind: 'shortage', node: 'node-a', of: 'memory', free: '10Mi'}}],
	['kill web', {fault: {kind: 'kill', pod: 'default/web', signal: 'KILL'}}],
	[
		'kill pod/shop/web container=app signal=TERM',
		{fault: {kind: 'kill', pod: 'shop/web', container: 'app', signal: 'TERM'}},
	],
	['fail pull * times=3', {fault: {kind: 'calls', call: 'pull', node: '*', times: 3}}],
	['fail cni node-a for=10s', {fault: {kind: 'calls', call: 'cni', node: 'node-a', forMs: 10_000}}],
	['fail csi node-a', {fault: {kind: 'calls', call: 'csi', node: 'node-a'}}],
	['shut down node-a for=1m', {fault: {kind: 'shutdown', node: 'node-a', forMs: 60_000}}],
	['power off node-a for=1m', {fault: {kind: 'power', node: 'node-a', forMs: 60_000}}],
	['heal', {fault: {kind: 'heal'}}],
	['heal node-a', {fault: {kind: 'heal', what: 'node-a'}}],
] as const;

for (const [line, plan] of read) {
	test(`reads ${line}`, (t) => {
		t.deepEqual(said(line), plan);
	});
}

const refused = [
	['', 'the fault is empty', /^faults are crash, restart, pause/],
	['crush kube-scheduler', 'fault "crush kube-scheduler": there is no fault "crush"', /^did you mean "crash"\?$/],
	['crash', 'fault "crash": which process?', /^write crash PROCESS \[at=30s\]/],
	['crash a b', 'fault "crash a b": "b" is one word too many', /^write crash PROCESS/],
	['fail request *', 'fault "fail request *": fail what?', /^did you mean "fail requests"\?$/],
	['fail requests * wiht=503', 'fault "fail requests * wiht=503": this fault takes no wiht=', /^did you mean with=\?$/],
	[
		'fail requests * with=404',
		'fault "fail requests * with=404": with= must be one of 409, 500, 503, 504, held, lost',
		/^did you mean with=409\?$/,
	],
	[
		'fail requests * verb=post',
		'fault "fail requests * verb=post": verb= must be one of get, list, watch, create, update, patch, delete, deletecollection',
		/did you mean verb=list/,
	],
	[
		'fail requests * number=0',
		'fault "fail requests * number=0": number=0 is not a number of at least 1',
		/^write fail requests/,
	],
	[
		'fail requests * number=1.5',
		'fault "fail requests * number=1.5": number=1.5 is not a whole number',
		/number=2 for the second/,
	],
	[
		'fail requests * share=150%',
		'fault "fail requests * share=150%": share=150% is not a share',
		/^write share=50% or share=0.5$/,
	],
	[
		'pause node-a for=10',
		'fault "pause node-a for=10": for=10 is not a positive duration',
		/^write a number and a unit: for=500ms/,
	],
	[
		'pause node-a for=-1s',
		'fault "pause node-a for=-1s": for=-1s is not a positive duration',
		/^write a number and a unit/,
	],
	['pause node-a for=1s for=2s', 'fault "pause node-a for=1s for=2s": for= is given twice', /^write pause/],
	['slow node-a by=0.5', 'fault "slow node-a by=0.5": by=0.5 is not a number of at least 1', /^write slow/],
	['slow node-a', 'fault "slow node-a": how many times slower?', /^write slow PROCESS\|NODE by=5/],
	[
		'reorder events of=pods',
		'fault "reorder events of=pods": this cannot happen',
		/resourceVersions, whatever fails: only different watches/,
	],
	[
		'reorder watches kube-scheduler of=pods',
		'fault "reorder watches kube-scheduler of=pods": events of one watch arrive in the order of their resourceVersions on every cluster: only different watches can overtake each other',
		/behind=nodes/,
	],
	['partition a a', 'fault "partition a a": it needs two different ends', /^write partition END END/],
	['skew clock node-a', 'fault "skew clock node-a": by how much?', /by=-5m/],
	[
		'fill disk node-a free=lots',
		'fault "fill disk node-a free=lots": free=lots is not an amount',
		/free=50Mi or free=1%/,
	],
	['fail node-a', 'fault "fail node-a": fail what?', /^faults are fail requests, fail pull, fail cni, fail csi$/],
	['force conflict', 'fault "force conflict": this cannot happen', /compare-and-swap in etcd/],
] as const;

for (const [line, message, remedy] of refused) {
	test(`refuses ${line === '' ? 'no words' : line}`, (t) => {
		const error = t.throws(() => parseFault(line), {instanceOf: Mistake});
		t.is(error.message, message);
		t.regex(error.remedy ?? '', remedy);
	});
}

test('every fault can be written with its own name', (t) => {
	for (const {name} of faultKinds) {
		const error = name === 'heal' ? undefined : t.throws(() => parseFault(name), {instanceOf: Mistake});
		t.false(/there is no fault|what\?$/.test(error?.message ?? ''), name);
	}
});

const names = {
	processes: ['kube-scheduler', 'kubelet/node-a'],
	nodes: ['node-a'],
	clients: ['kube-controller-manager/job', 'kubelet/node-a'],
	pods: ['default/web'],
};

const missing = [
	[
		'partition kube-scheduler kubelet/node-a',
		'kube-scheduler and kubelet/node-a do not talk to each other',
		'components meet only at kube-apiserver: write "partition kube-scheduler kube-apiserver", or name two nodes',
	],
	['kill wep', 'no pod is called default/wep', 'did you mean default/web?'],
	['fill disk node-c', 'no node is called node-c', 'did you mean node-a?'],
	['crash kubelet/nod', 'no process is called kubelet/nod', 'did you mean kubelet/node-a?'],
	['pause node-b', 'no process or node is called node-b', 'did you mean node-a?'],
	[
		'fail requests kube-controller-manger',
		'no client is called kube-controller-manger',
		'did you mean kube-controller-manager?',
	],
	[
		'close watches nothing-like-it',
		'no client is called nothing-like-it',
		'known names: *, kube-controller-manager/job, kubelet/node-a …',
	],
	[
		'crash etcd',
		'etcd has no process of its own in this simulation',
		'write "partition kube-apiserver etcd", and "heal etcd" to end it',
	],
] as const;

for (const [line, message, remedy] of missing) {
	test(`a cluster lacks what it is done to: ${line}`, (t) => {
		const mistake = missingTarget(parseFault(line).fault, names);
		t.is(mistake?.message, message);
		t.is(mistake?.remedy, remedy);
	});
}

test('a server has clients with names of their own, unless they look like a typing mistake', (t) => {
	const served = {...names, takesOthers: true};
	t.is(missingTarget(parseFault('fail requests my-operator').fault, served), undefined);
	t.is(missingTarget(parseFault('miss watches my-operator of=pods').fault, served), undefined);
	t.is(
		missingTarget(parseFault('fail requests kube-controller-manger').fault, served)?.remedy,
		'did you mean kube-controller-manager?',
	);
	t.is(
		missingTarget(parseFault('kill nothing-like-it').fault, served)?.message,
		'no pod is called default/nothing-like-it',
	);
});

test('a client may be all of a program, and *', (t) => {
	for (const line of [
		'close watches kubelet',
		'close watches kube-controller-manager',
		'close watches *',
		'pause node-a',
		'heal',
	]) {
		t.is(missingTarget(parseFault(line).fault, names), undefined, line);
	}
});

test('a fault of watches names a client that has watches', (t) => {
	const more = {
		...names,
		clients: [
			'kube-controller-manager',
			'kube-controller-manager/informers',
			'kube-controller-manager/job',
			'kubelet/node-a',
			'kubelet/node-a/pod/default/web',
		],
	};
	const refused = (line: string) => {
		const {message, remedy} = missingTarget(parseFault(line).fault, more) ?? {};
		return message === undefined ? undefined : `${message}: ${remedy}`;
	};
	t.is(
		refused('drop watches kube-controller-manager/job'),
		'kube-controller-manager/job has no watches of its own: it uses those of kube-controller-manager/informers',
	);
	t.is(
		refused('close watches kubelet/node-a/pod/default/web'),
		'kubelet/node-a/pod/default/web has no watches of its own: it uses those of kubelet/node-a',
	);
	for (const line of [
		'drop watches kube-controller-manager/informers',
		'drop watches kube-controller-manager',
		'drop watches kubelet',
		'drop watches kubelet/node-a',
		'drop watches *',
		'fail requests kube-controller-manager/job',
	]) {
		t.is(refused(line), undefined, line);
	}
});
