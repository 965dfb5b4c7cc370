import {cpSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {checkDrill} from '../classroom/drills/check.js';
import {checkExamTask} from '../classroom/exams/check.js';
import {checkLesson} from '../classroom/check.js';
import {loadLesson} from '../classroom/course.js';
import {loadExamTask} from '../classroom/exams/exams.js';
import {belowStandard} from '../classroom/standards.js';
import {mistakesIn, type Mistake} from '../scenario/mistake.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {hiddenEvidence} from './lesson-evidence.js';

/** A mistake of meaning in a text that is valid: its name, the change, and words of the mistake that check reports. */
type Plant = readonly [what: string, from: string, to: string, said: string];

const folder = temporaryFolder();
let count = 0;

/** A copy of a folder of the course with these changes in one of its files, each of which must change something. */
const planted = (source: string, file: string, plants: readonly Plant[]): string => {
	const copy = path.join(folder, String(++count), path.basename(source));
	cpSync(path.join('lessons', source), copy, {
		recursive: true,
		filter: (name) => !/\.(?:zh|ru)\.yaml$/.test(name),
	});
	const target = path.join(copy, file);
	let text = readFileSync(target, 'utf8');
	for (const [what, from, to] of plants) {
		if (!text.includes(from)) {
			throw new Error(`${what}: ${source} has no "${from}"`);
		}

		text = text.replace(from, () => to);
	}

	writeFileSync(target, text);
	return target;
};

/** The mistakes of a file that is read, and not played. */
const read = (work: () => readonly Mistake[]): {readonly mistakes: readonly Mistake[]} => {
	try {
		return {mistakes: work()};
	} catch (error) {
		return {mistakes: mistakesIn(error)};
	}
};

const kinds = {
	lesson: (file: string) => checkLesson(file, hiddenEvidence),
	'lesson that is read': (file: string) => read(() => belowStandard(loadLesson(file))),
	drill: checkDrill,
	exam: (file: string) => checkExamTask(file),
	'exam that is read': (file: string) =>
		read(() => {
			loadExamTask(file);
			return [];
		}),
} as const;

/** Independent mistakes that share a run: each must be reported. */
const groups: ReadonlyArray<
	readonly [kind: keyof typeof kinds, source: string, file: string, plants: readonly Plant[]]
> = [
	[
		'lesson',
		'12-choosing-among-nodes',
		'lesson.yaml',
		[
			[
				'the place that refutes is one that an earlier step has passed',
				'refutedAt: {stage: scheduler.select, cel: "facts.node == \'node-a\'"}',
				'refutedAt: {stage: scheduler.prescore}',
				'which step 7 has already passed',
			],
			[
				'the evidence is a field of another stop',
				'{view: state, field: spec.nodeName, real: kubectl get pod api -o yaml}',
				'{view: state, field: spec.affinity.podAffinity, real: kubectl get pod api -o yaml}',
				'field "spec.affinity.podAffinity" is not on the screen',
			],
			[
				'the answer shows a row that the view has not',
				'show: {view: scheduler, row: node-a}',
				'show: {view: scheduler, row: node-d}',
				'row "node-d" is not on the screen',
			],
			[
				'a node that the cluster has not',
				'Most people bet on node-b.',
				'Most people bet on node-d.',
				'the cluster of this lesson has no node-d',
			],
			[
				'the task looks at another Pod than its solution makes',
				'object: pod/next',
				'object: pod/api',
				'the solution does not solve the task',
			],
		],
	],
	[
		'lesson',
		'12-choosing-among-nodes',
		'lesson.yaml',
		[
			[
				'a question is decided at the stop of another plug-in',
				'at: {next: {stage: scheduler.score.TaintToleration}}',
				'at: {next: {stage: scheduler.score.ImageLocality}}',
				'the question asks about TaintToleration',
			],
			[
				'the right claim belongs to the text of another option',
				`if: {cel: "facts.node == 'node-a'"}}
        - {text: 'node-b, which is empty', if: {cel: "facts.node == 'node-b'"}}`,
				`if: {cel: "facts.node == 'node-b'"}}
        - {text: 'node-b, which is empty', if: {cel: "facts.node == 'node-a'"}}`,
				'the text of this option says',
			],
			[
				'the claims of two numbers are exchanged',
				`{text: '100', if: {cel: 'facts.weighted[0] == 100'}}
        - {text: '300', if: {cel: 'facts.weighted[0] == 300'}}`,
				`{text: '100', if: {cel: 'facts.weighted[0] == 300'}}
        - {text: '300', if: {cel: 'facts.weighted[0] == 100'}}`,
				'the text of this option says',
			],
		],
	],
	[
		'lesson',
		'12-choosing-among-nodes',
		'lesson.yaml',
		[
			[
				'the numbers of two nodes are exchanged',
				'{{ facts.raw[0] }} on node-a, {{ facts.raw[1] }} on node-b',
				'{{ facts.raw[1] }} on node-a, {{ facts.raw[0] }} on node-b',
				'facts.raw[1] belongs to node-b, but the words beside it say node-a',
			],
			[
				'the step ends at another plug-in than its text is about',
				'runTo: {stage: scheduler.score.NodeResourcesFit}',
				'runTo: {stage: scheduler.score.ImageLocality}',
				'the text of this step says nothing about scheduler.score.ImageLocality',
			],
		],
	],
	[
		'lesson',
		'08-a-rolling-update',
		'lesson.yaml',
		[
			[
				'two numbers of a stop are exchanged',
				'{{ facts.from }} to {{ facts.to }}',
				'{{ facts.to }} to {{ facts.from }}',
				'the words beside facts.to say from, which is another field',
			],
			[
				'a number of another object, of which there are two',
				'{{ deployment/web: object.status.availableReplicas }} are, so',
				'{{ replicaset/*: object.spec.replicas }} are, so',
				'but their values differ',
			],
		],
	],
	[
		'lesson',
		'04-changed-on-the-way',
		'lesson.yaml',
		[
			[
				'the answer shows a field beside the one that decides',
				"field: 'spec.containers[0].resources.requests'}",
				"field: 'spec.containers[0].resources.limits'}",
				'is right because of a different field',
			],
		],
	],
	[
		'lesson',
		'18-probes-hooks-restarts',
		'lesson.yaml',
		[
			[
				'a number that its words call otherwise',
				'{{ /network/traffic/client: object.answered }} have been answered since',
				'{{ /network/traffic/client: object.refused }} have been answered since',
				'the words beside object.refused say answered, which is another field',
			],
			[
				'an option that is also true',
				'object: /network/traffic/client, cel: object.answered == 0}',
				'object: /network/traffic/client, cel: object.answered > 0}',
				'exactly one option must be right',
			],
		],
	],
	[
		'lesson that is read',
		'01-a-pod',
		'lesson.yaml',
		[
			[
				'the container is created where the text says started',
				'runTo: {stage: cri.StartContainer}\n    look: {view: why',
				'runTo: {stage: cri.CreateContainer}\n    look: {view: why',
				'the text of this step says nothing about cri.CreateContainer',
			],
		],
	],
	[
		'lesson that is read',
		'02-before-anything-leaves',
		'lesson.yaml',
		[
			[
				'stops of several stages are counted',
				'value: {count: {stage: kubectl.request}}',
				'value: {count: {stage: kubectl.*}}',
				'this counts stops of several stages',
			],
		],
	],
	[
		'lesson that is read',
		'08-a-rolling-update',
		'lesson.yaml',
		[
			[
				'the highest number where the question asks for the lowest',
				'        lowest:',
				'        highest:',
				'the question asks for the opposite extreme',
			],
		],
	],
	[
		'lesson that is read',
		'16-a-disk-arrives',
		'lesson.yaml',
		[
			[
				'an option says a number that its claim excludes',
				'60 s, the safety margin',
				'10 s, the safety margin',
				'begins with a number that its own claim excludes',
			],
		],
	],
	[
		'lesson that is read',
		'18-probes-hooks-restarts',
		'lesson.yaml',
		[
			[
				'the step ends at another probe',
				'runTo: {stage: kubelet.probe.startup}',
				'runTo: {stage: kubelet.probe.readiness}',
				'the text of this step says nothing about kubelet.probe.readiness',
			],
		],
	],
	[
		'lesson that is read',
		'21-the-rules-in-the-kernel',
		'lesson.yaml',
		[
			[
				'the rules of another node',
				"object: /nodes/node-a/iptables,\n        line: 'default/shop -> 10.244.2.2:80'",
				"object: /nodes/node-b/iptables,\n        line: 'default/shop -> 10.244.2.2:80'",
				'this shows node-b, but the text is about node-a',
			],
		],
	],
	[
		'lesson that is read',
		'23-a-release-that-loses-nothing',
		'lesson.yaml',
		[
			[
				'the answer shows the row of another client',
				'cel: object.sent >= 300}}\n      show: {view: network, row: requests 300}\n      options:\n        - text: none, since the Pods wait now',
				'cel: object.sent >= 300}}\n      show: {view: network, row: client first}\n      options:\n        - text: none, since the Pods wait now',
				'this is the row of client first, but the options are about another client',
			],
			[
				'the step ends at another consumer',
				'runTo: {stage: kube-proxy.sync}\n',
				'runTo: {stage: dns.update}\n',
				'the text of this step says nothing about dns.update',
			],
		],
	],
	[
		'drill',
		'drills/every-second-request',
		'drill.yaml',
		[
			[
				'a link of the chain reads another Deployment',
				'{{ deployment/shop-admin: object.spec.template.metadata.labels.app }}',
				'{{ deployment/shop: object.spec.template.metadata.labels.app }}',
				'deployment/shop is one of 2',
			],
		],
	],
	[
		'drill',
		'drills/killed-before-it-woke',
		'drill.yaml',
		[
			[
				'a number of failures where its unit is seconds',
				'livenessProbe.periodSeconds }} s.',
				'livenessProbe.failureThreshold }} s.',
				'is not a time, but its text says s',
			],
		],
	],
	[
		'exam that is read',
		'exams/cka-1',
		'class-that-keeps.yaml',
		[
			[
				'the task asks for another path than its criteria',
				'that mounts it at /reports.',
				'that mounts it at /data.',
				'/data appears in no criterion, start or solution',
			],
		],
	],
	[
		'exam that is read',
		'exams/ckad-1',
		'back-to-the-release.yaml',
		[
			[
				'a criterion says another number than it asks for',
				'says: Five Pods with nginx:1.26',
				'says: Four Pods with nginx:1.26',
				'the criterion says 4, but its conditions use other numbers',
			],
		],
	],
	[
		'lesson',
		'06-a-deployment-heals-itself',
		'lesson.yaml',
		[
			[
				'the step refutes that comes before the stop',
				'refuted: 5',
				'refuted: 4',
				'the run does not reach this place by the `refuted` step',
			],
			[
				'a value is read at a stop that has none',
				'at: {next: {stage: controller.replicaset.batch}}',
				'at: {next: {stage: controller.replicaset.create}}',
				'the run does not have this value at the stop that decides',
			],
			[
				'a field of an object that comes later',
				'{view: state, field: metadata.generateName, real',
				'{view: state, field: spec.nodeName, real',
				'field "spec.nodeName" is not on the screen',
			],
			[
				'the run is expected to be where it is not',
				'expect: {object: deployment/web, cel: object.status.availableReplicas == 3}',
				'expect: {object: deployment/web, cel: object.status.availableReplicas == 2}',
				'does not satisfy object.status.availableReplicas == 2 here',
			],
			[
				'the solution leads elsewhere',
				'scale deployment web --replicas=5',
				'scale deployment web --replicas=4',
				'the solution does not solve the task',
			],
			[
				'the text names another pane than the one that opens',
				'Press w to see which step woke which component',
				'Pane 4 says which step woke whom',
				'this step opens pane 1, but its text names pane 4',
			],
		],
	],
	[
		'lesson',
		'15-how-a-pod-gets-its-ip',
		'lesson.yaml',
		[
			[
				'the evidence lies on another node',
				"{view: state, object: /nodes/node-b/routes, line: '10.244.1.0/24 via', real: 'on node-b: ip route'}",
				"{view: state, object: /nodes/node-a/routes, line: '10.244.1.0/24 via', real: 'on node-b: ip route'}",
				'line "10.244.1.0/24 via" is not on the screen',
			],
			[
				'the view looks at an object that is gone',
				'{view: state, object: /nodes/node-a/netns/host-local/last_reserved_ip.0, real: kubectl get pod web -o wide}',
				'{view: state, object: /nodes/node-a/netns/host-local/10.244.1.2, real: kubectl get pod web -o wide}',
				'there is no /nodes/node-a/netns/host-local/10.244.1.2 at this step',
			],
			[
				'the address belongs to another node',
				'{{ node/node-a: object.status.addresses[0].address }}. That envelope',
				'{{ node/node-b: object.status.addresses[0].address }}. That envelope',
				'is about node-a',
			],
			[
				'a row that is only there later',
				'look: {view: cluster, row: 10.244.1.2, real: kubectl get pods -o wide}',
				'look: {view: cluster, row: 10.244.1.3, real: kubectl get pods -o wide}',
				'row "10.244.1.3" is not on the screen',
			],
			[
				'the fact belongs to another stop',
				'removes the file of {{ facts.released }}',
				'removes the file of {{ facts.ip }}',
				'the run does not have this value: no such key: ip',
			],
			[
				'the misconception is refuted by a stop of the end',
				'refutedAt: {stage: cni.add.host-local}',
				'refutedAt: {stage: cni.del.bridge}',
				'the run does not reach this place by the `refuted` step',
			],
		],
	],
	[
		'lesson',
		'17-images-and-secrets',
		'lesson.yaml',
		[
			[
				'a question is decided before the answer has come',
				'at: {next: {stage: cri.PullImage, cel: "facts.case == \'answer\'"}}',
				'at: {next: {stage: cri.PullImage}}',
				'the run cannot decide this claim',
			],
			[
				'two options are right',
				'cel: facts.backoffMs == 300000',
				'cel: facts.backoffMs <= 300000',
				'exactly one option must be right, but in this run "10 s" and "5 min" are',
			],
			[
				'the step that refutes is the one that asks',
				'refuted: 4',
				'refuted: 3',
				'the run does not reach this place by the `refuted` step',
			],
			[
				'the view is that of another Pod',
				"object: pod/second,\n        field: 'status.containerStatuses[0].imageID'",
				"object: pod/shop,\n        field: 'status.containerStatuses[0].imageID'",
				'there is no pod/shop at this step',
			],
			[
				'a row that only another wait shows',
				'look: {view: cluster, row: ImagePullBackOff',
				'look: {view: cluster, row: ErrImagePull',
				'row "ErrImagePull" is not on the screen',
			],
			[
				'the solution makes a Secret of another name',
				'create secret docker-registry registry --docker-server',
				'create secret docker-registry pull --docker-server',
				'the solution does not solve the task',
			],
		],
	],
	[
		'lesson',
		'22-deletion-and-dropped-requests',
		'lesson.yaml',
		[
			[
				'a slot means two Pods whose values differ',
				'{{ /network/traffic/client: object.answered }}\n      answered, by both Pods.',
				'{{ pod/shop-*: object.status.podIP }}\n      answered, by both Pods.',
				'but their values differ',
			],
			[
				'a number of the cluster is written out',
				'{{ /scenario: object.latencies["kube-proxy.sync"] }} ms to write',
				'300 ms to write',
				'the number in "300 ms" comes from the run',
			],
			[
				'the time of any Pod, where that of the deleted one is meant',
				'{{ pod/shop-*-cks6k: sinceMs }}',
				'{{ pod/shop-*: sinceMs }}',
				'pod/shop-* matches pods/shop-',
			],
			[
				'an order of which two come at the same stop',
				'at: {stage: kube-proxy.sync, component: kube-proxy/node-a}}\n        - {text: a request',
				'at: {stage: traffic.lost}}\n        - {text: a request',
				'the run reaches two of these places at the same stop',
			],
			[
				'the answer shows a row of requests that there are none of',
				'show: {view: network, row: timed out}',
				'show: {view: network, row: cut off}',
				'row "cut off" is not on the screen',
			],
			[
				'a claim that a second option shares',
				'if: {object: /network/traffic/client, cel: object.reset > 0}',
				'if: {object: /network/traffic/client, cel: object.refused > 0}',
				'exactly one option must be right, but in this run',
			],
			[
				'the misconception is refuted after its step',
				'refutedAt: {stage: container.signal}',
				'refutedAt: {stage: traffic.lost}',
				'the run does not reach this place by the `refuted` step',
			],
			[
				'the solution waits too short a time',
				'{"sleep":{"seconds":5}}',
				'{"sleep":{"seconds":1}}',
				'the solution does not solve the task',
			],
		],
	],
	[
		'drill',
		'drills/image-nobody-built',
		'drill.yaml',
		[
			[
				'a repair that is none',
				"set image deployment/blog blog=nginx:1.27'",
				"set image deployment/blog blog=nginx:1.72'",
				'this does not repair the drill',
			],
			[
				'a useless repair that repairs',
				'kubectl: delete pod -l app=blog',
				'kubectl: set image deployment/blog blog=nginx:1.26',
				'this repairs the drill',
			],
			[
				'a link of the chain that comes before the one before it',
				'  - {at: {stage: cri.PullImage, failure: true}}\n',
				'  - {at: {stage: cri.PullImage, failure: true}}\n  - {at: {stage: kubectl.parse}, says: "It is read."}\n',
				'the run does not reach this place after the previous link',
			],
			[
				'a link that says what its stop does not have',
				'before each new attempt: {{ object.message }}.',
				'before each new attempt: {{ object.reason2 }}.',
				'the run does not have this value at that stop',
			],
		],
	],
	[
		'drill',
		'drills/image-nobody-built',
		'drill.yaml',
		[
			[
				'a goal that holds from the beginning',
				'object.status.readyReplicas == 1 && object.status.updatedReplicas == 1 && object.status.replicas == 1',
				'object.status.replicas == 1',
				'the drill is repaired before the learner does anything',
			],
			[
				'a debrief about an object that is not there',
				'A container without an image has no log',
				'{{ pod/blog: object.status.phase }}: a container without an image has no log',
				'the run does not have this value: there is no pod/blog',
			],
		],
	],
	[
		'drill',
		'drills/ready-when-it-is-ready',
		'drill.yaml',
		[
			[
				'a repair that removes what has to stay',
				'"readinessProbe":{"exec":{"command":["curl","-sf","http://localhost/"]}}',
				'"readinessProbe":null',
				'this does not repair the drill',
			],
			[
				'a cause that the run does not have',
				"says: '{{ object.message }}'",
				"says: '{{ object.mesage }}'",
				'the run does not have this value at that stop',
			],
		],
	],
	[
		'exam',
		'exams/cka-1',
		'service-that-refuses.yaml',
		[
			[
				'a near miss that scores more than it says',
				'points: 4\n    do: [{kubectl: set selector',
				'points: 2\n    do: [{kubectl: set selector',
				'this scores 4, not 2',
			],
			[
				'a near miss that scores less than it says',
				"points: 0\n    do: [{kubectl: 'patch service",
				"points: 2\n    do: [{kubectl: 'patch service",
				'this scores 0, not 2',
			],
			[
				'a solution that replaces the Pods',
				'- kubectl: expose deployment <app> -n <ns> --port=80\n',
				'- kubectl: expose deployment <app> -n <ns> --port=80\n      - kubectl: rollout restart deployment <app> -n <ns>\n',
				'this scores 5 of 7',
			],
		],
	],
	[
		'exam',
		'exams/cka-1',
		'service-that-refuses.yaml',
		[
			[
				'a criterion that asks another object',
				'cel: has(object.endpoints) && object.endpoints.size() == 2 && object.endpoints.all(e, e.conditions.ready)',
				'cel: has(object.endpoints) && object.endpoints.size() == 3 && object.endpoints.all(e, e.conditions.ready)',
				'this scores 5 of 7',
			],
			[
				'a criterion that holds from the start',
				'points: 2\n    is:\n      - {kept: pod/<ns>/*}\n      - {object: endpointslice/<ns>/*, cel: has(object.endpoints) && object.endpoints.size() >= 2}',
				'points: 2\n    is:\n      - {kept: pod/<ns>/*}',
				'this scores 2, not 0',
			],
		],
	],
	[
		'exam',
		'exams/cka-2',
		'killed-for-memory.yaml',
		[
			[
				'what has to be kept is not there',
				'- {kept: limitrange/<ns>/bounds}',
				'- {kept: limitrange/<ns>/limits}',
				'to keep',
			],
			[
				'a near miss that is a solution',
				'--limits=memory=256Mi --requests=memory=64Mi',
				'--limits=memory=200Mi --requests=memory=200Mi',
				'this scores 6, not 4',
			],
			[
				'a solution beyond the bounds',
				"do: [{kubectl: 'set resources deployment <app> -n <ns> --limits=memory=256Mi --requests=memory=256Mi'}]",
				"do: [{kubectl: 'set resources deployment <app> -n <ns> --limits=memory=300Mi --requests=memory=300Mi'}]",
				'this scores',
			],
		],
	],
	[
		'lesson',
		'02-before-anything-leaves',
		'lesson.yaml',
		[
			[
				'the stop asked for only passes on a failure',
				'stop: {stage: apiserver.decode, failure: true}',
				'stop: {stage: kubectl.request, failure: true}',
				'this stop only passes the failure on',
			],
			[
				'the step ends at another request',
				'cel: facts.request.method == "POST"',
				'cel: facts.request.method == "GET"',
				'field "request.body.metadata.namespace" is not on the screen',
			],
		],
	],
	[
		'lesson',
		'04-changed-on-the-way',
		'lesson.yaml',
		[
			[
				'the step ends at a plug-in where its text is about the API',
				'runTo: {stage: apiserver.validate}',
				'runTo: {stage: apiserver.admit.validate.LimitRanger}',
				'the text of this step says nothing about apiserver.admit.validate.LimitRanger',
			],
			[
				'the evidence is an object that the task is not about',
				'object: resourcequota/team, field: spec.hard,',
				'object: limitrange/sizes, field: spec.limits,',
				'this shows limitrange/sizes, but the step says neither its name nor its kind',
			],
		],
	],
	[
		'lesson',
		'05-only-now-is-it-real',
		'lesson.yaml',
		[
			[
				'the step ends before the apiserver has a key',
				'runTo: {stage: apiserver.store, object: pod/web}',
				'runTo: {stage: apiserver.default}',
				'field "key" is not on the screen',
			],
			[
				'the evidence belongs to another object',
				'look: {view: state, field: data.color, real: kubectl get configmap settings -o yaml}',
				'look: {view: state, object: pod/web, field: metadata.name, real: kubectl get configmap settings -o yaml}',
				'this shows pod/web, but the step says neither its name nor its kind',
			],
			[
				'the step ends at a later write of the Pod',
				'runTo: {object: pod/web, cel: has(object.spec.nodeName)}',
				"runTo: {object: pod/web, cel: object.status.phase == 'Running'}",
				'the write at which this step ends does not change "spec.nodeName"',
			],
		],
	],
	[
		'lesson',
		'08-a-rolling-update',
		'lesson.yaml',
		[
			[
				'the value is that of the neighbouring field',
				'value: {cel: facts.to}',
				'value: {cel: facts.from}',
				'the question says to, but the value reads another field',
			],
		],
	],
	[
		'lesson',
		'11-why-pending',
		'lesson.yaml',
		[
			[
				'the step ends at another stage than the extension point of its text',
				'runTo: {stage: scheduler.postfilter}\n    look',
				'runTo: {stage: scheduler.queue, object: pod/api}\n    look',
				'is about PostFilter, but scheduler.queue is another place',
			],
			[
				'the answer shows the row of a node where the question is about a Pod',
				'show: {view: scheduler, row: default/api}',
				'show: {view: scheduler, row: node-b}',
				'this is the row of node-b, one of several',
			],
		],
	],
	[
		'lesson that is read',
		'12-choosing-among-nodes',
		'lesson.yaml',
		[
			[
				'the reason tells a weight for the points',
				'{{ facts.weighted[0] }} points.',
				'{{ facts.weight }} points.',
				'the reason does not give facts.weighted[0]',
			],
		],
	],
	[
		'lesson',
		'13-the-queue-and-making-room',
		'lesson.yaml',
		[
			[
				'the step ends before the Pod is bound',
				'runTo: {stage: scheduler.bind, object: pod/urgent}',
				'runTo: {stage: scheduler.select, object: pod/urgent}',
				'field "request.target.name" is not on the screen',
			],
			[
				'the row is that of another Pod',
				'look: {view: cluster, row: odd, real: kubectl get pod odd -o wide}',
				'look: {view: cluster, row: urgent, real: kubectl get pod odd -o wide}',
				'this is the row of urgent, one of several',
			],
			[
				'the condition is that of another Pod',
				"object: pod/waiting,\n        field: 'status.conditions[PodScheduled].message',\n        real: 'kubectl get",
				"object: pod/urgent,\n        field: 'status.conditions[PodScheduled].status',\n        real: 'kubectl get",
				'the text of this step says nothing about the field "status.conditions[PodScheduled].status"',
			],
		],
	],
	[
		'lesson',
		'16-a-disk-arrives',
		'lesson.yaml',
		[
			[
				'the evidence is a field that the text does not mention',
				'field: spec.claimRef',
				'field: spec.storageClassName',
				'the text of this step says nothing about the field "spec.storageClassName"',
			],
		],
	],
	[
		'exam that is read',
		'exams/ckad-1',
		'requests-and-room.yaml',
		[
			[
				'a criterion that says ready and does not ask for it',
				'object.status.readyReplicas == 1 && object.status.replicas == 1',
				'object.status.replicas == 1',
				'the criterion says "ready", but none of its conditions reads this state',
			],
		],
	],
	[
		'exam',
		'exams/cka-1',
		'node-to-be-emptied.yaml',
		[
			[
				'a criterion that the untouched cluster and all near misses meet',
				'cel: object.status.availableReplicas >= 2}',
				"cel: object.metadata.name != 'available'}",
				'the untouched cluster and all near misses meet this criterion',
			],
		],
	],
];

for (const [index, [kind, source, file, plants]] of groups.entries()) {
	test(`mistakes of meaning in a copy of ${source} are refused (${index + 1})`, (t) => {
		const found = kinds[kind](planted(source, file, plants)).mistakes.map(String);
		for (const [what, , , said] of plants) {
			t.true(
				found.some((mistake) => mistake.includes(said)),
				`${what}: ${said}\n${found.join('\n')}`,
			);
		}
	});
}
