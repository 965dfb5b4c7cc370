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

/** The conditions of a node that works. */
const conditions = `{{ $now := Now }}
{{ $since := or .metadata.creationTimestamp $now }}
conditions:
{{ range NodeConditions }}
- {type: {{ .type | Quote }}, status: {{ .status | Quote }}, reason: {{ .reason | Quote }}, message: {{ .message | Quote }}, lastHeartbeatTime: {{ $now | Quote }}, lastTransitionTime: {{ $since | Quote }}}
{{ end }}
`;

const amounts = (field: string): string => `${field}:
{{ with .status.${field} }}
{{ YAML . 1 }}
{{ else }}
  {cpu: 1k, memory: 1Ti, pods: 1M}
{{ end }}
`;

const initialized = `${conditions}
{{ if not .status.addresses }}
addresses:
- {type: InternalIP, address: {{ NodeIP | Quote }}}
- {type: Hostname, address: {{ NodeName | Quote }}}
{{ end }}
${amounts('allocatable')}
${amounts('capacity')}
{{ $info := or .status.nodeInfo dict }}
{{ $version := printf "kwok-%s" Version }}
nodeInfo:
  architecture: {{ or $info.architecture "amd64" }}
  bootID: {{ or $info.bootID "" | Quote }}
  containerRuntimeVersion: {{ or $info.containerRuntimeVersion $version }}
  kernelVersion: {{ or $info.kernelVersion $version }}
  kubeProxyVersion: {{ or $info.kubeProxyVersion $version }}
  kubeletVersion: {{ or $info.kubeletVersion $version }}
  machineID: {{ or $info.machineID "" | Quote }}
  operatingSystem: {{ or $info.operatingSystem "linux" }}
  osImage: {{ or $info.osImage "" | Quote }}
  systemUUID: {{ or $info.systemUUID "" | Quote }}
phase: Running
`;

const running = `{{ $now := Now }}
conditions:
- {type: Initialized, status: "True", lastTransitionTime: {{ $now | Quote }}}
- {type: Ready, status: "True", lastTransitionTime: {{ $now | Quote }}}
- {type: ContainersReady, status: "True", lastTransitionTime: {{ $now | Quote }}}
{{ range .spec.readinessGates }}
- {type: {{ .conditionType | Quote }}, status: "True", lastTransitionTime: {{ $now | Quote }}}
{{ end }}
containerStatuses:
{{ range .spec.containers }}
- {name: {{ .name | Quote }}, image: {{ .image | Quote }}, ready: true, restartCount: 0, state: {running: {startedAt: {{ $now | Quote }}}}}
{{ end }}
initContainerStatuses:
{{ range .spec.initContainers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  ready: true
  restartCount: 0
{{ if eq .restartPolicy "Always" }}
  started: true
  state: {running: {startedAt: {{ $now | Quote }}}}
{{ else }}
  state: {terminated: {exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }}}}
{{ end }}
{{ end }}
{{ with NodeIPsWith .spec.nodeName }}
hostIP: {{ index . 0 | Quote }}
hostIPs:
{{ range . }}
- {ip: {{ . | Quote }}}
{{ end }}
{{ end }}
{{ with PodIPsWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) }}
podIP: {{ index . 0 | Quote }}
podIPs:
{{ range . }}
- {ip: {{ . | Quote }}}
{{ end }}
{{ end }}
phase: Running
startTime: {{ $now | Quote }}
`;

const completed = `{{ $now := Now }}
containerStatuses:
{{ range .spec.containers }}
- {name: {{ .name | Quote }}, image: {{ .image | Quote }}, ready: false, restartCount: 0, started: false, state: {terminated: {exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }}}}}
{{ end }}
phase: Succeeded
`;

/**
The Stages of a kind for which the cluster has no Stage. A node is ready at once and reports every ten minutes. A Pod runs at once, completes at once when it is a Job's, and leaves when it is deleted.

@see https://github.com/kubernetes-sigs/kwok/tree/main/kustomize/stage
*/
export const defaultStages: Readonly<Record<'Node' | 'Pod', readonly Stage[]>> = {
	Node: [
		stage('Node', 'node-initialize', [isNotReady], {statusTemplate: initialized}),
		stage(
			'Node',
			'node-heartbeat-with-lease',
			[inPhase('Running'), isReady],
			{statusTemplate: conditions},
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
