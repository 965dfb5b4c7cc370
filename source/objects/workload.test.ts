import test from 'ava';
import {dumpForHash} from './go-dump.js';
import type {PodTemplateSpec} from './kubernetes.generated.js';
import {podTemplateHash, revisionHash, templateTextHash} from './workload.js';

const hashOf = (template: object, collisionCount?: number): string =>
	podTemplateHash(template as PodTemplateSpec, collisionCount);

const defaults = {
	restartPolicy: 'Always',
	terminationGracePeriodSeconds: 30,
	securityContext: {},
	schedulerName: 'default-scheduler',
} as const;
const messages = {terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File'} as const;

/** The template of the recorded `web`. */
const web = () => ({
	metadata: {labels: {app: 'web'}},
	spec: {
		...defaults,
		dnsPolicy: 'ClusterFirst',
		automountServiceAccountToken: false,
		containers: [
			{
				...messages,
				name: 'web',
				image: 'nginx:1.27',
				imagePullPolicy: 'IfNotPresent',
				ports: [{containerPort: 80, protocol: 'TCP'}],
				resources: {},
			},
		],
	},
});

test('a recorded template has its recorded hash, whatever the order of its keys', (t) => {
	t.is(hashOf(web()), '747d88bf5f');
	const {metadata, spec} = web();
	const turned = Object.fromEntries(Object.entries(spec).reverse());
	t.is(hashOf({spec: turned, metadata}), '747d88bf5f');
});

test('what is empty does not travel and does not count', (t) => {
	const {metadata, spec} = web();
	const padded = {metadata: {...metadata, annotations: {}}, spec: {...spec, volumes: [], nodeSelector: {}}};
	t.is(hashOf(padded), '747d88bf5f');
	t.not(hashOf({metadata, spec: {...spec, affinity: {}}}), '747d88bf5f');
});

test('collisions give other hashes, and none is not 0', (t) => {
	const template = Object.freeze(web());
	const hashes = [undefined, 0, 1, 256, undefined].map((count) => hashOf(template, count));
	t.is(new Set(hashes).size, 4);
	t.is(hashes[4], hashes[0]);
});

/** CoreDNS as kubeadm deploys it; its ReplicaSets' names are known from real clusters. */
const coreDNS = (image: string, {drop = 'ALL', namedProbes = false} = {}) => {
	const http = (path: string, port: number, name: string) => ({
		httpGet: {path, port: namedProbes ? name : port, scheme: 'HTTP'} as const,
		successThreshold: 1,
		periodSeconds: 10,
	});
	const port = (name: string, containerPort: number, protocol: 'TCP' | 'UDP' = 'TCP') => ({
		name,
		containerPort,
		protocol,
	});
	const probePorts = [port('liveness-probe', 8080), port('readiness-probe', 8181)];
	const term = {
		labelSelector: {matchExpressions: [{key: 'k8s-app', operator: 'In', values: ['kube-dns']}]},
		topologyKey: 'kubernetes.io/hostname',
	};
	return {
		metadata: {labels: {'k8s-app': 'kube-dns'}},
		spec: {
			...defaults,
			dnsPolicy: 'Default',
			priorityClassName: 'system-cluster-critical',
			serviceAccountName: 'coredns',
			serviceAccount: 'coredns',
			nodeSelector: {'kubernetes.io/os': 'linux'},
			affinity: {
				podAntiAffinity: {
					preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, podAffinityTerm: term}],
				},
			},
			tolerations: [
				{key: 'CriticalAddonsOnly', operator: 'Exists'},
				{key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule'},
			],
			containers: [
				{
					...messages,
					name: 'coredns',
					image: `registry.k8s.io/coredns/coredns:${image}`,
					imagePullPolicy: 'IfNotPresent',
					args: ['-conf', '/etc/coredns/Corefile'],
					resources: {limits: {memory: '170Mi'}, requests: {cpu: '100m', memory: '70Mi'}},
					volumeMounts: [{name: 'config-volume', mountPath: '/etc/coredns', readOnly: true}],
					ports: [
						port('dns', 53, 'UDP'),
						port('dns-tcp', 53),
						port('metrics', 9153),
						...(namedProbes ? probePorts : []),
					],
					livenessProbe: {
						...http('/health', 8080, 'liveness-probe'),
						initialDelaySeconds: 60,
						timeoutSeconds: 5,
						failureThreshold: 5,
					},
					readinessProbe: {...http('/ready', 8181, 'readiness-probe'), timeoutSeconds: 1, failureThreshold: 3},
					securityContext: {
						allowPrivilegeEscalation: false,
						capabilities: {add: ['NET_BIND_SERVICE'], drop: [drop]},
						readOnlyRootFilesystem: true,
					},
				},
			],
			volumes: [
				{
					name: 'config-volume',
					configMap: {name: 'coredns', items: [{key: 'Corefile', path: 'Corefile'}], defaultMode: 420},
				},
			],
		},
	};
};

/** Fields that a version introduced, which change the hashes of all earlier templates. */
const fields: ReadonlyArray<readonly [minor: number, texts: readonly string[]]> = [
	[36, [' SchedulingGroup:(*v1.PodSchedulingGroup)<nil>']],
	[34, [' RestartPolicyRules:([]v1.ContainerRestartRule)<nil>', ' HostnameOverride:(*string)<nil>']],
	[32, [' Resources:(*v1.ResourceRequirements)<nil>', ' SELinuxChangePolicy:(*v1.PodSELinuxChangePolicy)<nil>']],
	[31, [' Image:(*v1.ImageVolumeSource)<nil>', ' SupplementalGroupsPolicy:(*v1.SupplementalGroupsPolicy)<nil>']],
	[30, [' RecursiveReadOnly:(*v1.RecursiveReadOnlyMode)<nil>', ' AppArmorProfile:(*v1.AppArmorProfile)<nil>']],
	[29, [' MatchLabelKeys:([]string)<nil>', ' MismatchLabelKeys:([]string)<nil>']],
];

/** The output of version 1.`minor`. */
const before = (text: string, minor: number): string => {
	let result = text;
	for (const [since, texts] of fields) {
		for (const one of since > minor ? texts : []) {
			result = result.replaceAll(one, '');
		}
	}

	// A field that 1.35 alone had.
	return minor === 35 ? result.replace(/\}\}$/, ' WorkloadRef:(*v1.WorkloadReference)<nil>}}') : result;
};

const releases: ReadonlyArray<readonly [minor: number, image: string, hash: string, what?: object]> = [
	[35, 'v1.13.1', '7d764666f9', {namedProbes: true}],
	[34, 'v1.12.1', '66bc5c9577', {namedProbes: true}],
	[33, 'v1.12.0', '674b8bbfcf'],
	[32, 'v1.11.3', '668d6bf9bc'],
	[31, 'v1.11.3', '7c65d6cfc9'],
	[31, 'v1.11.1', '6f6b679f8f'],
	[30, 'v1.11.1', '7db6d8ff4d'],
	[29, 'v1.11.1', '76f75df574'],
	[28, 'v1.10.1', '5dd5756b68', {drop: 'all'}],
];

test('without the fields that came later, CoreDNS has the names that older clusters gave it', (t) => {
	for (const [minor, image, hash, what] of releases) {
		const text = before(dumpForHash('io.k8s.api.core.v1.PodTemplateSpec', coreDNS(image, what)), minor);
		t.is(templateTextHash(text), hash, `1.${minor}`);
	}
});

test('a published revision of a StatefulSet has the hash in its name', (t) => {
	const template = {
		// Before 1.34 an empty time was written as null.
		metadata: {creationTimestamp: null, labels: {app: 'nginx-sts'}},
		spec: {
			...defaults,
			dnsPolicy: 'ClusterFirst',
			containers: [{...messages, name: 'nginx', image: 'nginx', imagePullPolicy: 'Always', resources: {}}],
		},
	};
	const data = {spec: {template: {...template, $patch: 'replace'}}};
	t.is(revisionHash(data, 0), '6798d68dcd');
	t.not(revisionHash(data, 1), '6798d68dcd');
	t.not(revisionHash({a: '<'}, 0), revisionHash({a: String.raw`\u003c`}, 0));
});
