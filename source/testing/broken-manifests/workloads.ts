import {type BrokenManifest, indent, pod, deployment, main, script, service, cronJob, files} from './templates.js';

const job = (spec: string, template: string): string =>
	`apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: once\nspec:\n${indent(spec, 2)}\n  template:\n    spec:\n${indent(template, 6)}\n`;

const agent = (spec: string): string =>
	`apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec:\n  selector: {matchLabels: {app: agent}}\n  template:\n    metadata: {labels: {app: agent}}\n    spec:\n${indent(spec, 6)}\n`;

/** Jobs, autoscalers, budgets, finalizers. */
export const workloads: readonly BrokenManifest[] = [
	{
		title: 'job: a restartPolicy that Jobs do not have',
		manifest: job('backoffLimit: 0', `restartPolicy: Always\n${main('command: ["true"]', 'busybox:1.37')}`),
		says: ['spec.template.spec.restartPolicy', '- restartPolicy: Always', '+ restartPolicy: OnFailure'],
	},
	{
		title: 'requests: more than the limit',
		manifest: pod(main('resources:\n  limits:\n    cpu: 100m\n  requests:\n    cpu: 500m')),
		says: ['must be less than or equal to cpu limit of 100m', '- cpu: 500m', '+ cpu: 100m'],
	},
	{
		title: 'service: a nodePort beyond the range',
		manifest: files(
			pod(main()),
			service('app: web', '- port: 80\n  nodePort: 80').replace('spec:\n', 'spec:\n  type: NodePort\n'),
		),
		says: ['the valid range', '- nodePort: 80'],
		code: 1,
	},
	{
		title: 'job: it fails at once',
		manifest: job('backoffLimit: 0', `restartPolicy: Never\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['code 1'],
	},
	{
		title: 'job: it fails after its retries',
		manifest: job('backoffLimit: 2', `restartPolicy: Never\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['BackoffLimitExceeded', 'code 1'],
	},
	{
		title: 'job: its deadline is over',
		manifest: job('activeDeadlineSeconds: 10', `restartPolicy: Never\n${main(script('sleep 100'), 'busybox:1.37')}`),
		says: ['DeadlineExceeded', 'activeDeadlineSeconds'],
		never: ['by itself'],
	},
	{
		title: 'job: its deadline is over before its image is there',
		manifest: job('activeDeadlineSeconds: 30', `restartPolicy: Never\n${main('command: ["true"]', 'alipne:3.20')}`),
		says: ['DeadlineExceeded', 'alipne', 'containers[0].image', 'works', '+ image: alpine:3.20'],
	},
	{
		title: 'job: its deadline is over while its image may not be pulled',
		manifest: job(
			'activeDeadlineSeconds: 30',
			`restartPolicy: Never\n${main('command: ["true"]\nimagePullPolicy: Never', 'busybox:1.37')}`,
		),
		says: ['DeadlineExceeded', 'containers[0].imagePullPolicy', 'works', '+ imagePullPolicy: IfNotPresent'],
	},
	{
		title: 'job: its deadline is over, and the name of its image is none',
		manifest: job('activeDeadlineSeconds: 30', `restartPolicy: Never\n${main('command: ["true"]', 'BusyBox:1.37')}`),
		says: ['DeadlineExceeded', 'containers[0].image', 'works', '+ image: busybox:1.37'],
	},
	{
		title: 'job: a word of its script is misspelt, and its Pods are deleted with their logs',
		manifest: job('backoffLimit: 1', `restartPolicy: OnFailure\n${main(script('ehco part'), 'busybox:1.37')}`),
		says: ['BackoffLimitExceeded', 'sh: ehco: not found', 'works', 'echo part'],
		never: ['kubectl logs once'],
	},
	{
		title: 'stateful set: a field that only Deployments have',
		manifest: `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec:\n  paused: true\n  serviceName: web\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n${indent(main(), 6)}\n`,
		says: ['unknown field "spec.paused"', 'works', '- paused: true'],
	},
	{
		title: 'pod: a field of its containers beside them',
		manifest: pod(`${main()}livenessProbe: {httpGet: {port: 80}}`),
		says: ['unknown field "spec.livenessProbe"', 'works', '+ livenessProbe: {httpGet: {port: 80}}'],
	},
	{
		title: 'job: it completes',
		manifest: job('backoffLimit: 2', `restartPolicy: Never\n${main('command: ["true"]', 'busybox:1.37')}`),
	},
	{
		title: 'job: it restarts its container until the limit',
		manifest: job('backoffLimit: 1', `restartPolicy: OnFailure\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['BackoffLimitExceeded'],
	},
	{
		title: 'pod: its deadline is over',
		manifest: pod(`activeDeadlineSeconds: 5\n${main(script('sleep 100'), 'busybox:1.37')}`),
		says: ['DeadlineExceeded', 'activeDeadlineSeconds'],
		never: ['by itself'],
	},
	{
		title: 'cron job: its Pods fail',
		manifest: cronJob('* * * * *', `restartPolicy: Never\n${main('command: ["false"]', 'busybox:1.37')}`),
		says: ['code 1'],
	},
	{
		title: 'cron job: its Pods complete',
		manifest: cronJob('* * * * *', `restartPolicy: Never\n${main('command: ["true"]', 'busybox:1.37')}`),
	},
	{
		title: 'replication controller: its Pods fail',
		manifest: `apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: web\nspec:\n  replicas: 1\n  selector: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n${indent(main(script('exit 1'), 'busybox:1.37'), 6)}\n`,
		says: ['code 1'],
	},
	{
		title: 'replication controller: well',
		manifest: `apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: web\nspec:\n  replicas: 1\n  selector: {app: web}\n  template:\n    metadata:\n      labels: {app: web}\n    spec:\n${indent(main(), 6)}\n`,
	},
	{
		title: 'autoscaler: no metrics',
		manifest: files(
			deployment(main('resources:\n  requests:\n    cpu: 100m')),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n  maxReplicas: 3\n  metrics:\n  - type: Resource\n    resource:\n      name: cpu\n      target: {type: Utilization, averageUtilization: 50}\n',
		),
		says: ['horizontalpodautoscaler/default/web', 'metrics'],
	},
	{
		title: 'autoscaler: a target that does not exist',
		manifest: files(
			deployment(main('resources:\n  requests:\n    cpu: 100m')),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: wbe}\n  maxReplicas: 3\n',
		),
		says: ['scaleTargetRef.name', 'web'],
	},
	{
		title: 'progress: the deadline that is written is waited for',
		manifest: deployment(main('', 'nginx:does-not-exist'), 1, '  progressDeadlineSeconds: 60\n'),
		says: ['ProgressDeadlineExceeded', 'image'],
	},
	{
		title: 'budget: a drain that it forbids, and that has no time limit',
		manifest: files(
			deployment(main()),
			'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  minAvailable: 1\n  selector:\n    matchLabels: {app: web}\n',
		),
		commands: ['drain node-a --ignore-daemonsets'],
		says: [
			'kubectl drain node-a --ignore-daemonsets is still running after 600 s, and\nnothing pending will end it',
			'needs 1 healthy Pod and has 1',
			`kubectl patch poddisruptionbudget web \\ -p '{"spec":{"minAvailable":0}}'`,
		],
	},
	{
		title: 'budget: a drain that it forbids',
		manifest: files(
			deployment(main()),
			'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  minAvailable: 1\n  selector:\n    matchLabels: {app: web}\n',
		),
		commands: ['drain node-a --ignore-daemonsets --timeout=20s'],
		says: [
			'disruption budget',
			'needs 1 healthy Pod and has 1',
			`kubectl patch poddisruptionbudget web \\ -p '{"spec":{"minAvailable":0}}'`,
		],
		// On the only node, a second replica would not start once it is cordoned.
		never: ['kubectl scale'],
	},
	{
		title: 'finalizer: it holds a deleted Pod',
		manifest: pod(main(), 'web', 'finalizers: [example.com/keep]'),
		commands: ['delete pod web --wait=false'],
		says: ['example.com/keep', 'metadata.finalizers'],
	},
	{
		title: 'namespace: Terminating, held by an object in it',
		manifest: files(
			'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: old\n',
			'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: keep\n  namespace: old\n  finalizers: [example.com/keep]\n',
		),
		commands: ['delete namespace old --wait=false'],
		says: ['example.com/keep', 'keep -n old'],
	},
	{
		title: 'Deployment: paused before it made a Pod',
		manifest: deployment(main(), 1, '  paused: true\n'),
		says: ['DeploymentPaused', 'spec.paused', 'works', '- paused: true', 'kubectl rollout resume deployment web'],
	},
	{
		title: 'Job: OnFailure, whose Pod is gone with its log',
		manifest: `apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec:\n  backoffLimit: 1\n  template:\n    spec:\n      restartPolicy: OnFailure\n      containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "cat /nope"]}]\n`,
		says: ['BackoffLimitExceeded', 'exited with code 1', 'spec.template.spec.containers[0].command'],
	},
	{
		title: 'Job: its deadline passes while a Secret is missing',
		manifest: `apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\nspec:\n  activeDeadlineSeconds: 60\n  template:\n    spec:\n      restartPolicy: Never\n${indent(main('envFrom: [{secretRef: {name: settings}}]'), 6)}\n`,
		says: ['DeadlineExceeded', 'secret "settings" not found', 'envFrom[0].secretRef.name'],
	},
	{
		title: 'autoscaler: no requests, and no metrics server that would report it',
		manifest: files(
			deployment(main()),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 2, metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]}\n',
		),
		says: ['missing request for cpu in container main', 'helps', 'requests: {cpu: 100m}', 'unable to get metrics'],
	},
	{
		title: 'webhook: a Pod came before it; fewer replicas are no remedy',
		manifest: files(
			deployment(main(), 2),
			'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: late}\nwebhooks: [{name: late.example.com, admissionReviewVersions: [v1], sideEffects: None, failurePolicy: Fail, rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}], clientConfig: {service: {name: late, namespace: default}}}]\n',
		),
		commands: ['scale deployment web --replicas=3'],
		says: ['failed calling webhook'],
		never: ['- replicas', 'replicas: 2'],
	},
	{
		title: 'copied from a cluster: an owner that this cluster does not have',
		manifest: `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  ownerReferences:\n  - {apiVersion: apps/v1, kind: ReplicaSet, name: gone, uid: 0a9d2b9e-779e-11e7-b422-42010a8001be}\nspec:\n${indent(main(), 2)}\n`,
		says: ['deleted by the garbage collector', ':5:3  metadata.ownerReferences', 'works', '- ownerReferences:'],
	},
	{
		title: 'an owner of the same files that is deleted takes its dependents with it',
		manifest: files(deployment(main()), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n'),
		commands: ['delete deployment web'],
	},
	...(
		[
			['kube-controller-manager', 'scale deployment web --replicas=2', ':restart kube-controller-manager'],
			['kube-scheduler', 'scale deployment web --replicas=2', ':restart kube-scheduler'],
			['kube-apiserver', 'scale deployment web --replicas=2', ':restart kube-apiserver'],
			['kubelet/node-a', 'run late --image=nginx:1.27', ':restart kubelet/node-a'],
		] as const
	).map(([component, command, remedy]): BrokenManifest => ({
		title: `a component is down: ${component}`,
		manifest: deployment(main()),
		commands: [`:crash ${component}`, command],
		says: [component, 'has crashed and stays down', 'works', remedy],
	})),
	{
		title: 'a component is down: the status of a Deployment whose Pods are deleted is old',
		manifest: deployment(main()),
		commands: [':crash kube-controller-manager', 'delete pod -l app=web'],
		says: ['0/1 ready', 'kube-controller-manager is down', 'works', ':restart kube-controller-manager'],
	},
	{
		title: 'a component is down: the scheduler is paused',
		manifest: deployment(main()),
		commands: [':pause kube-scheduler', 'run late --image=nginx:1.27'],
		says: ['kube-scheduler is paused', 'works', ':heal'],
	},
	{
		title: 'daemon: no node has the label of its selector',
		manifest: agent(`nodeSelector: {disktype: ssd}\n${main()}`),
		says: ['no node matches', 'spec.template.spec.nodeSelector.disktype', 'kubectl label node node-a disktype=ssd'],
		code: 0,
	},
	{
		title: 'daemon: a value that no node has for a label that nodes have',
		manifest: agent(`nodeSelector: {kubernetes.io/os: linx}\n${main()}`),
		says: ['no node matches', '+ nodeSelector: {kubernetes.io/os: linux}'],
		code: 0,
	},
	{
		title: 'daemon: the only node that it chooses has a taint',
		nodes: [{name: 'node-a'}, {name: 'node-b', labels: {role: 'edge'}, taints: [{key: 'edge', effect: 'NoSchedule'}]}],
		manifest: agent(`nodeSelector: {role: edge}\n${main()}`),
		says: ['no node matches', '+ tolerations: [{key: edge, operator: Exists'],
		code: 0,
	},
];
