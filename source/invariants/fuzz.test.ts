import test from 'ava';
import {Trial} from '../testing/trial.js';
import {Random} from '../kernel/random.js';
import type {Deployment, EndpointSlice, Pod, Service} from '../objects/kubernetes.generated.js';

/** What may die at any moment, and comes back. */
const mortal = [
	'kube-apiserver',
	'kube-apiserver/cacher',
	'controller-manager',
	'controller-manager/informers',
	'controller-manager/deployment',
	'controller-manager/replicaset',
	'controller-manager/endpointslice',
	'controller-manager/garbage-collector',
	'kube-scheduler',
	'kubelet/node-a',
	'kubelet/node-b',
	'kube-proxy/node-a',
	'kube-proxy/node-b',
	'coredns',
	'ingress-controller',
	'mesh',
];

const names = ['web', 'shop'];

const manifest = (name: string, replicas: number, image: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      terminationGracePeriodSeconds: 5
      containers:
      - {name: main, image: "${image}", ports: [{containerPort: 80}], readinessProbe: {httpGet: {path: /, port: 80}}}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {selector: {app: ${name}}, ports: [{port: 80}]}
`;

interface Command {
	readonly kubectl: string;
	readonly files?: Readonly<Record<string, string>>;
}

/** Random commands, each one allowed in any state; the state that they finally ask for does not depend on timing. */
const commandsOf = (random: Random): readonly Command[] =>
	Array.from({length: 4}, () => {
		const name = names[random.below(names.length)]!;
		const replicas = 1 + random.below(3);
		switch (random.below(5)) {
			case 0:
			case 1: {
				const image = `nginx:1.2${6 + random.below(3)}`;
				return {kubectl: 'apply -f all.yaml', files: {'all.yaml': manifest(name, replicas, image)}};
			}

			case 2: {
				return {kubectl: `scale deployment ${name} --replicas=${replicas}`};
			}

			case 3: {
				return {kubectl: `delete pods -l app=${name} --wait=false`};
			}

			default: {
				return {kubectl: `delete deployment ${name} --wait=false`};
			}
		}
	});

/** The final state, without what chance and time decide. */
const endState = (trial: Trial) => {
	const pods = trial.list<Pod>('/registry/pods/default/');
	return names.map((name) => {
		const wanted = trial.read<Deployment>(`/registry/deployments/default/${name}`);
		const own = pods.filter(({metadata}) => metadata.labels?.app === name);
		const slices = trial
			.list<EndpointSlice>('/registry/endpointslices/default/')
			.filter(({metadata}) => metadata.labels?.['kubernetes.io/service-name'] === name);
		const running = trial
			.list<{readonly pod: string; readonly state: string}>('/nodes/')
			.filter(({pod, state}) => state === 'RUNNING' && pod?.startsWith(`${name}-`));
		return {
			name,
			wanted: wanted?.spec.replicas,
			image: wanted?.spec.template.spec?.containers[0]?.image,
			available: wanted?.status.availableReplicas,
			pods: own.map(({status, spec, metadata}) => [
				status.phase,
				spec.containers[0]!.image,
				metadata.deletionTimestamp,
			]),
			service: trial.read<Service>(`/registry/services/specs/default/${name}`) !== undefined,
			endpoints:
				slices
					.flatMap(({endpoints}) => endpoints ?? [])
					.filter(({conditions}) => conditions?.ready)
					.map(({addresses}) => addresses[0])
					.sort()
					.join(' ') ===
				own
					.map(({status}) => status.podIP)
					.sort()
					.join(' '),
			running: running.length === own.length,
		};
	});
};

/** Runs the commands one after the other; with chance, a process that may die does so at any stop and starts again some stops later. */
const run = (seed: number, crashesPerCommand: number) => {
	const commands = commandsOf(new Random(seed, 'commands'));
	const chance = new Random(seed, 'crashes');
	const trial = new Trial({seed, nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	let crashes = 0;
	for (const {kubectl, files} of commands) {
		const answer = trial.begin(kubectl, files);
		for (let count = 0; count < crashesPerCommand; count++) {
			trial.steps(chance.below(250));
			const victim = mortal[chance.below(mortal.length)]!;
			trial.crash(victim);
			trial.steps(chance.below(40));
			trial.restart(victim);
			crashes++;
		}

		trial.pass(20_000);
		trial.rest();
		if (answer()?.code === undefined) {
			throw new Error(`kubectl ${kubectl} does not end`);
		}
	}

	trial.pass(90_000);
	trial.rest();
	return {
		trial,
		crashes,
		end: endState(trial),
		codes: commands.map((_, index) => trial.read<{code: number}>(`/terminal/${index + 1}`)?.code),
	};
};

for (let seed = 1; seed <= 20; seed++) {
	test(`with seed ${seed}, whatever dies and when, the invariants hold and the end is the same`, (t) => {
		const calm = run(seed, 0);
		const stormy = run(seed, 2);
		t.is(stormy.crashes, 8);
		t.deepEqual(stormy.end, calm.end);
		for (const {wanted, available, pods, endpoints, running} of calm.end) {
			t.is(available ?? 0, wanted ?? 0);
			t.is(pods.length, wanted ?? 0);
			t.true(running);
			t.true(endpoints);
		}
	});
}
