import type {Random} from '../../kernel/random.js';

/** A kubectl command of a campaign. What all of them ask for in the end does not depend on timing. */
export interface Command {
	/** Without the word kubectl. */
	readonly kubectl: string;
	readonly files?: Readonly<Record<string, string>>;
}

/** One of some values. */
export const pick = <T>(random: Random, first: T, ...others: readonly T[]): T =>
	others[random.below(others.length + 1) - 1] ?? first;

const anImage = (random: Random): string => pick(random, 'nginx:1.26', 'nginx:1.27', 'nginx:1.28');

const service = (name: string, more = ''): string => `apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {${more}selector: {app: ${name}}, ports: [{port: 80}]}
`;

const ingress = (name: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: ${name}}
spec:
  rules:
  - host: ${name}.example.test
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: ${name}, port: {number: 80}}}}]}
`;

const template = (name: string, image: string, sidecar: boolean): string => `  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}${sidecar ? ', sidecar.istio.io/inject: "true"' : ''}}}
    spec:
      terminationGracePeriodSeconds: 5
      containers:
      - {name: main, image: "${image}", ports: [{containerPort: 80}], readinessProbe: {httpGet: {path: /, port: 80}}}
`;

const deployment = (name: string, random: Random): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${1 + random.below(3)}
${template(name, anImage(random), random.below(3) === 0)}---
${service(name)}${random.below(2) === 0 ? `---\n${ingress(name)}` : ''}`;

const statefulSet = (name: string, random: Random): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}}
spec:
  serviceName: ${name}
  replicas: ${1 + random.below(2)}
${template(name, anImage(random), false)}---
${service(name, 'clusterIP: None, ')}`;

const daemonSet = (name: string, random: Random): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ${name}}
spec:
${template(name, anImage(random), false)}`;

const job = (name: string, random: Random): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  completions: ${1 + random.below(3)}
  parallelism: ${1 + random.below(2)}
  template:
    spec:
      restartPolicy: ${pick(random, 'Never', 'OnFailure')}
      terminationGracePeriodSeconds: 1
      containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "sleep ${pick(random, 1, 5, 40)}"]}]
`;

const pod = (name: string, random: Random): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
data: {mode: test}
---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  terminationGracePeriodSeconds: ${pick(random, 1, 5)}
${random.below(2) === 0 ? `  initContainers: [{name: init, image: "busybox:1.36", command: [sh, -c, "sleep 2"]}]\n` : ''}  containers:
  - name: main
    image: "${anImage(random)}"
    volumeMounts: [{name: data, mountPath: /data}, {name: config, mountPath: /config}]
  volumes: [{name: data, emptyDir: {}}, {name: config, configMap: {name: ${name}}}]
`;

interface Workload {
	readonly resource: string;
	readonly name: string;
	readonly manifest: (name: string, random: Random) => string;
	/** Can be scaled; and its template can change. */
	readonly scales?: true;
	/** Is deleted before it is made anew: most of it cannot change. */
	readonly isFixed?: true;
}

const aWorkload = (random: Random): Workload =>
	pick<Workload>(
		random,
		{resource: 'deployment', name: 'web', manifest: deployment, scales: true},
		{resource: 'deployment', name: 'shop', manifest: deployment, scales: true},
		{resource: 'statefulset', name: 'store', manifest: statefulSet, scales: true},
		{resource: 'daemonset', name: 'agent', manifest: daemonSet},
		{resource: 'job', name: 'sum', manifest: job, isFixed: true},
		{resource: 'pod', name: 'lone', manifest: pod, isFixed: true},
	);

const deletion = ({resource, name}: Workload, random: Random): Command => {
	const cascade = pick(random, 'background', 'foreground', ...(resource === 'job' ? ['orphan'] : []));
	return {kubectl: `delete ${resource} ${name} --cascade=${cascade} --wait=false --ignore-not-found`};
};

/** @param begun names of what was applied and not deleted since. */
const commandFor = (random: Random, begun: Set<string>): Command => {
	const workload = aWorkload(random);
	const {resource, name, manifest, scales, isFixed} = workload;
	if (!begun.has(name)) {
		begun.add(name);
		return {kubectl: 'apply -f all.yaml', files: {'all.yaml': manifest(name, random)}};
	}

	const choice = isFixed ? 2 + random.below(4) : random.below(8);
	if (choice < 2) {
		return {kubectl: 'apply -f all.yaml', files: {'all.yaml': manifest(name, random)}};
	}

	if (choice < 4) {
		begun.delete(name);
		return deletion(workload, random);
	}

	if (choice < 6) {
		if (resource === 'pod') {
			begun.delete(name);
		}

		const force = choice === 4 ? '--wait=false' : '--force --grace-period=0';
		return {kubectl: `delete pods -l ${resource === 'job' ? 'job-name' : 'app'}=${name} ${force}`};
	}

	return scales
		? {kubectl: `scale ${resource} ${name} --replicas=${random.below(4)}`}
		: {kubectl: `annotate ${resource} ${name} touched=${choice} --overwrite`};
};

/** Some random commands, each one allowed in any state. */
export const commandsOf = (random: Random, count: number): readonly Command[] => {
	const begun = new Set<string>();
	return Array.from({length: count}, () => commandFor(random, begun));
};
