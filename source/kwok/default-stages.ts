import type {Requirement, Stage, StageDelay, StageNext} from './stage.js';

const stage = (
	kind: 'Node' | 'Pod',
	name: string,
	requirements: readonly Requirement[],
	next: StageNext,
	delay?: StageDelay,
): Stage => ({
	metadata: {name},
	spec: {
		resourceRef: {apiGroup: 'v1', kind},
		selector: {matchExpressions: requirements},
		...(delay ? {delay} : {}),
		next,
	},
});

const readyStatus = '.status.conditions.[] | select( .type == "Ready" ) | .status';
const isReady: Requirement = {key: readyStatus, operator: 'In', values: ['True']};
const isNotReady: Requirement = {key: readyStatus, operator: 'NotIn', values: ['True']};
const inPhase = (phase: string): Requirement => ({key: '.status.phase', operator: 'In', values: [phase]});
const isStaying: Requirement = {key: '.metadata.deletionTimestamp', operator: 'DoesNotExist'};
const isLeaving: Requirement = {key: '.metadata.deletionTimestamp', operator: 'Exists'};

/** Items with commas between them. Templates that give JSON are read ten times as fast as YAML: a cluster has thousands of these objects. */
const items = (list: string, item: string): string =>
	`{{ range $index, $item := ${list} }}{{ if $index }},{{ end }}${item}{{ end }}`;

const quoted = (...names: readonly string[]): string =>
	names.map((name) => `"${name}": {{ $item.${name} | Quote }}`).join(', ');

/** The conditions of a node that works. */
const conditions = `"conditions": [${items(
	'NodeConditions',
	`{${quoted('type', 'status', 'reason', 'message')}, "lastHeartbeatTime": {{ Now | Quote }}, "lastTransitionTime": {{ or $.metadata.creationTimestamp Now | Quote }}}`,
)}]`;

const amounts = (field: string): string =>
	`"${field}": {{ with .status.${field} }}{{ toJson . }}{{ else }}{"cpu": "1k", "memory": "1Ti", "pods": "1M"}{{ end }}`;

const version = `(printf "kwok-%s" Version)`;
const info: Readonly<Record<string, string>> = {
	architecture: '"amd64"',
	bootID: '""',
	containerRuntimeVersion: version,
	kernelVersion: version,
	kubeProxyVersion: version,
	kubeletVersion: version,
	machineID: '""',
	operatingSystem: '"linux"',
	osImage: '""',
	systemUUID: '""',
};

const initialized = `{${conditions},
{{ if not .status.addresses }}"addresses": [{"type": "InternalIP", "address": {{ NodeIP | Quote }}}, {"type": "Hostname", "address": {{ NodeName | Quote }}}],{{ end }}
${amounts('allocatable')}, ${amounts('capacity')},
{{ $info := or .status.nodeInfo dict }}
"nodeInfo": {${Object.entries(info)
	.map(([field, usual]) => `"${field}": {{ or $info.${field} ${usual} | Quote }}`)
	.join(', ')}},
"phase": "Running"}`;

const since = '"lastTransitionTime": {{ Now | Quote }}';
const ended =
	'"state": {"terminated": {"exitCode": 0, "reason": "Completed", "startedAt": {{ Now | Quote }}, "finishedAt": {{ Now | Quote }}}}';
const started = '"state": {"running": {"startedAt": {{ Now | Quote }}}}';

/** The addresses of a Pod or of its node. */
const ips = (one: string, all: string, list: string): string =>
	`{{ with ${list} }}"${one}": {{ index . 0 | Quote }}, "${all}": [${items('.', '{"ip": {{ $item | Quote }}}')}],{{ end }}`;

const running = `{"conditions": [
{"type": "Initialized", "status": "True", ${since}},
{"type": "Ready", "status": "True", ${since}},
{"type": "ContainersReady", "status": "True", ${since}}
{{ range .spec.readinessGates }},{"type": {{ .conditionType | Quote }}, "status": "True", ${since}}{{ end }}],
"containerStatuses": [${items('.spec.containers', `{${quoted('name', 'image')}, "ready": true, "restartCount": 0, ${started}}`)}],
{{ if .spec.initContainers }}"initContainerStatuses": [${items(
	'.spec.initContainers',
	`{${quoted('name', 'image')}, "ready": true, "restartCount": 0, {{ if eq $item.restartPolicy "Always" }}"started": true, ${started}{{ else }}${ended}{{ end }}}`,
)}],{{ end }}
${ips('hostIP', 'hostIPs', 'NodeIPsWith .spec.nodeName')}
${ips('podIP', 'podIPs', 'PodIPsWith .spec.nodeName (or .spec.hostNetwork false) (or .metadata.uid "")')}
"phase": "Running", "startTime": {{ Now | Quote }}}`;

const completed = `{"containerStatuses": [${items(
	'.spec.containers',
	`{${quoted('name', 'image')}, "ready": false, "restartCount": 0, "started": false, ${ended}}`,
)}], "phase": "Succeeded"}`;

/**
The Stages of a kind for which the cluster has no Stage. A node is ready at once and reports every ten minutes. A Pod runs at once,
completes at once if it is a Job's, and is removed when it is deleted.

@see https://github.com/kubernetes-sigs/kwok/tree/main/kustomize/stage
*/
export const defaultStages: Readonly<Record<'Node' | 'Pod', readonly Stage[]>> = {
	Node: [
		stage('Node', 'node-initialize', [isNotReady], {statusTemplate: initialized}),
		stage(
			'Node',
			'node-heartbeat-with-lease',
			[inPhase('Running'), isReady],
			{statusTemplate: `{${conditions}}`},
			{durationMilliseconds: 600_000, jitterDurationMilliseconds: 610_000},
		),
	],
	Pod: [
		stage('Pod', 'pod-ready', [isStaying, inPhase('Pending'), isNotReady], {statusTemplate: running}),
		stage(
			'Pod',
			'pod-complete',
			[isStaying, inPhase('Running'), {key: '.metadata.ownerReferences.[].kind', operator: 'In', values: ['Job']}],
			{statusTemplate: completed},
		),
		stage('Pod', 'pod-delete', [isLeaving], {delete: true}),
	],
};
