import test from 'ava';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {sentenceOf} from '../stages/sentence.js';
import {Trial} from '../testing/trial.js';
import {documents} from '../testing/manifests.js';

const term = {exit: 0, afterMs: 100};
const images = {
	'hog:1': {usage: [{memory: '100Mi'}, {fromMs: 20_000, memory: '1500Mi'}], program: {term}},
	'calm:1': {usage: [{memory: '600Mi'}], program: {term}},
	'writer:1': {usage: [{fromMs: 130_000, disk: '8Gi'}], program: {term}},
};

const pod = (name: string, image: string, resources: object = {}, more = ''): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${more}containers: [{name: main, image: '${image}', resources: ${JSON.stringify(resources)}}]}\n`;

const podNamed = (trial: Trial, name: string) => trial.get<Pod>(`/registry/pods/default/${name}`);
const conditionOf = (trial: Trial, type: string) =>
	trial.get<Node>('/registry/minions/node-a').status?.conditions?.find((condition) => condition.type === type);

const events = (trial: Trial): readonly string[] =>
	trial
		.list<{type: string; reason: string; message: string; involvedObject: {name: string}}>('/registry/events/default/')
		.map(({type, reason, message, involvedObject}) => `${type} ${reason} ${involvedObject.name}: ${message}`);

const memory = new Trial({nodes: [{name: 'node-a', capacity: {memory: '2Gi'}}], images});
memory.begin('apply -f pods.yaml', {
	'pods.yaml': documents(
		pod('hog', 'hog:1', {requests: {memory: '200Mi'}}),
		pod('calm', 'calm:1', {requests: {memory: '700Mi'}}),
	),
});
memory.pass(45_000);

test('when memory is short, the Pod that uses more than it requests is evicted, and says why', (t) => {
	const message =
		'The node was low on resource: memory. Threshold quantity: 100Mi, available: 0. Container main was using 1500Mi, request is 200Mi, has larger consumption of memory. ';
	t.like(podNamed(memory, 'hog').status, {phase: 'Failed', reason: 'Evicted', message});
	t.like(
		podNamed(memory, 'hog').status?.conditions?.find(({type}) => type === 'DisruptionTarget'),
		{status: 'True', reason: 'TerminationByKubelet', message},
	);
	t.is(podNamed(memory, 'calm').status?.phase, 'Running');
	t.true(events(memory).includes(`Warning Evicted hog: ${message}`));
	t.true(events(memory).includes('Warning EvictionThresholdMet node-a: Attempting to reclaim memory'));
	t.is(
		sentenceOf(memory.first('kubelet.eviction', 0, ({facts}) => facts.case === 'rank')),
		'The eviction manager of node-a ranks its Pods for eviction (memory): default/hog (above its request, priority 0), default/calm (within its request, priority 0). It evicts default/hog.',
	);
});

test('the Node says that memory is short and is tainted; a Pod that requests nothing is refused', (t) => {
	t.like(conditionOf(memory, 'MemoryPressure'), {
		status: 'True',
		reason: 'KubeletHasInsufficientMemory',
		message: 'kubelet has insufficient memory available',
	});
	t.like(memory.get<Node>('/registry/minions/node-a').spec?.taints, [
		{key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule'},
	]);
	memory.begin('apply -f pods.yaml', {
		'pods.yaml': documents(
			pod('refused', 'nginx:1.27', {}, 'nodeName: node-a, '),
			pod('taken', 'nginx:1.27', {requests: {memory: '1Mi'}}, 'nodeName: node-a, '),
		),
	});
	memory.pass(10_000);
	t.like(podNamed(memory, 'refused').status, {
		phase: 'Failed',
		reason: 'Evicted',
		message: 'Pod was rejected: The node had condition: [MemoryPressure]. ',
	});
	t.is(podNamed(memory, 'taken').status?.phase, 'Running');
});

test('five minutes after the last shortage the Node is as before; until then the run is not at rest', (t) => {
	memory.rest();
	t.like(conditionOf(memory, 'MemoryPressure'), {status: 'False', reason: 'KubeletHasSufficientMemory'});
	t.true(
		events(memory).includes(
			'Normal NodeHasSufficientMemory node-a: Node node-a status is now: NodeHasSufficientMemory',
		),
	);
});

test('a container that uses more memory than its limit is killed by the kernel', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], images});
	trial.begin('apply -f pod.yaml', {
		'pod.yaml': pod('hog', 'hog:1', {limits: {memory: '300Mi'}}, 'restartPolicy: Never, '),
	});
	trial.rest();
	t.like(podNamed(trial, 'hog').status?.containerStatuses?.[0]?.state?.terminated, {
		exitCode: 137,
		reason: 'OOMKilled',
	});
	t.is(
		sentenceOf(trial.first('container.kill')),
		'main uses 1500Mi of memory, above its limit of 300Mi: the kernel sends SIGKILL to process 1001.',
	);
});

test('when the disk is full, unused images go before any Pod does', (t) => {
	const trial = new Trial({
		nodes: [{name: 'node-a', capacity: {'ephemeral-storage': '10Gi'}, images: ['unused:1']}],
		images: {...images, 'unused:1': {size: 3_000_000_000}},
	});
	trial.begin('apply -f pod.yaml', {'pod.yaml': pod('writer', 'writer:1')});
	trial.pass(150_000);
	t.like(conditionOf(trial, 'DiskPressure'), {status: 'True', reason: 'KubeletHasDiskPressure'});
	t.is(podNamed(trial, 'writer').status?.phase, 'Running');
	t.deepEqual(trial.facts('kubelet.garbage'), [
		{case: 'images', node: 'node-a', images: ['docker.io/library/unused:1'], freed: 3_000_000_000},
	]);
	t.is(trial.at('cri.RemoveImage').length, 2);
});

test('a disk that no image fills is told every five minutes, the second time as a failure', (t) => {
	const trial = new Trial({
		nodes: [{name: 'node-a', capacity: {'ephemeral-storage': '10Gi'}, kubelet: {evictionHard: {'pid.available': '1'}}}],
		images: {'big:1': {size: 9_663_676_416, pull: {ms: 10}, program: {term}}},
	});
	trial.begin('apply -f pod.yaml', {'pod.yaml': pod('big', 'big:1')});
	trial.pass(650_000);
	const message =
		'Failed to garbage collect required amount of images. Attempted to free 1073741824 bytes, but only found 0 bytes eligible to free.';
	t.true(events(trial).includes(`Warning FreeDiskSpaceFailed node-a: ${message}`));
	t.true(events(trial).includes(`Warning ImageGCFailed node-a: ${message}`));
	t.is(podNamed(trial, 'big').status?.phase, 'Running');
});

test('a kubelet that crashes while it evicts converges: one Pod goes, the other stays', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a', capacity: {memory: '2Gi'}}], images});
	trial.begin('apply -f pods.yaml', {'pods.yaml': documents(pod('one', 'hog:1'), pod('two', 'hog:1'))});
	const untilMs = trial.recording.kernel.now + 60_000;
	for (let stop = trial.recording.extend(untilMs); stop; stop = trial.recording.extend(untilMs)) {
		if (stop.stage === 'kubelet.eviction' && stop.facts?.['case'] === 'evict') {
			trial.crash('kubelet/node-a');
			break;
		}
	}

	trial.pass(5000);
	trial.restart('kubelet/node-a');
	trial.rest();
	t.deepEqual(
		['one', 'two'].map((name) => podNamed(trial, name).status?.phase),
		['Failed', 'Running'],
	);
	t.is(trial.facts('kubelet.eviction').filter((facts) => facts.case === 'evict').length, 2);
	t.like(conditionOf(trial, 'MemoryPressure'), {status: 'False'});
});

const fill = (path: string, mebibytes: number, more: string, limits: object = {}): string => `apiVersion: v1
kind: Pod
metadata: {name: writer}
spec:
  restartPolicy: Never
  containers:
  - name: main
    image: busybox:1.37
    command: [sh, -c, "dd if=/dev/zero of=${path} bs=1M count=${mebibytes}; ls -l ${path}; sleep 3600"]
    resources: ${JSON.stringify({limits})}
    volumeMounts: [{name: cache, mountPath: /cache}]
  volumes: [{name: cache, emptyDir: {${more}}}]
`;

const afterFilling = (manifest: string) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(manifest);
	const {phase, reason, message, conditions = []} = podNamed(trial, 'writer').status;
	return {
		trial,
		phase,
		reason,
		message,
		isDisruption: conditions.some(({type}) => type === 'DisruptionTarget'),
		log: trial.at('container.log').map(({facts}) => JSON.stringify(facts)),
	};
};

test('a Pod whose emptyDir outgrows its sizeLimit is evicted', (t) => {
	const {trial, ...found} = afterFilling(fill('/cache/big', 100, 'sizeLimit: 50Mi'));
	const message = 'Usage of EmptyDir volume "cache" exceeds the limit "50Mi". ';
	t.like(found, {phase: 'Failed', reason: 'Evicted', message, isDisruption: false});
	t.true(events(trial).includes(`Warning Evicted writer: ${message}`));
	t.regex(found.log.join(''), /100\+0 records in.*104857600 bytes \(100\.0MB\) copied/s);
	t.regex(found.log.join(''), /104857600 .* \/cache\/big/);
});

test('a container that writes more than its limit for ephemeral-storage is evicted', (t) => {
	const found = afterFilling(fill('/tmp/big', 100, '', {'ephemeral-storage': '64Mi'}));
	t.is(found.message, 'Pod ephemeral local storage usage exceeds the total limit of containers 64Mi. ');
});

test('a Pod that writes within its limits stays', (t) => {
	const found = afterFilling(fill('/cache/big', 40, 'sizeLimit: 50Mi', {'ephemeral-storage': '64Mi'}));
	t.is(found.phase, 'Running');
});

test('an emptyDir in memory takes no more than its sizeLimit', (t) => {
	const found = afterFilling(fill('/cache/big', 100, 'sizeLimit: 50Mi, medium: Memory'));
	t.is(found.phase, 'Running');
	t.regex(found.log.join(''), /dd: error writing '\/cache\/big': No space left on device/);
});

test('what fills the disk of a node is evicted before it is full', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a', capacity: {'ephemeral-storage': '20Gi'}}]});
	trial.apply(fill('/cache/big', 100_000, ''));
	t.like(podNamed(trial, 'writer').status, {phase: 'Failed', reason: 'Evicted'});
	t.regex(
		podNamed(trial, 'writer').status.message ?? '',
		/^The node was low on resource: ephemeral-storage\. Threshold quantity: /,
	);
});
