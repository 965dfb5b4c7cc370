import type {Random} from '../../kernel/random.js';

/** One of some values. */
export const pick = <T>(random: Random, first: T, ...others: readonly T[]): T =>
	others[random.below(others.length + 1) - 1] ?? first;

const anImage = (random: Random): string => pick(random, 'nginx:1.26', 'nginx:1.27', 'nginx:1.28');

/** A claim and a Pod that uses it. */
export const podWithClaim = (name: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  terminationGracePeriodSeconds: 5
  containers: [{name: main, image: "nginx:1.27", volumeMounts: [{name: data, mountPath: /data}]}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: ${name}}}]
`;

/** Two Pods that request the same device in sequence. @param driver also the name of its class. */
export const podsWithDevice = (name: string, driver: string): string =>
	documents(
		`apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: ${name}}
spec: {spec: {devices: {requests: [{name: one, exactly: {deviceClassName: ${driver}}}]}}}
`,
		...['first', 'second'].map(
			(one) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}-${one}}
spec:
  restartPolicy: Never
  resourceClaims: [{name: one, resourceClaimTemplateName: ${name}}]
  containers: [{name: main, image: "busybox:1.37", command: [sleep, '5'], resources: {claims: [{name: one}]}}]
`,
		),
	);

/** Manifests in one file. */
const documents = (...all: readonly string[]): string => all.join('---\n');

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

export const serviceWithIngress = (name: string): string => documents(service(name), ingress(name));

interface TemplateOptions {
	readonly sidecar?: boolean;
	/** Fields of the Pods' spec. */
	readonly spec?: string;
	/** Fields of the container, each with a comma before it. */
	readonly container?: string;
}

const template = (name: string, image: string, options: TemplateOptions = {}): string => {
	const {sidecar = false, spec = '', container = ''} = options;
	return `  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}${sidecar ? ', sidecar.istio.io/inject: "true"' : ''}}}
    spec:
      terminationGracePeriodSeconds: 5
${spec}      containers:
      - {name: main, image: "${image}", ports: [{containerPort: 80}], readinessProbe: {httpGet: {path: /, port: 80}}${container}}
`;
};

const deploymentOf = (name: string, replicas: number, pods: string, strategy = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
${strategy}${pods}`;

export const deployment = (name: string, random: Random): string => {
	const replicas = 1 + random.below(3);
	const strategy = pick(random, '', '', '  strategy: {type: Recreate}\n', '  minReadySeconds: 3\n');
	return documents(
		deploymentOf(name, replicas, template(name, anImage(random), {sidecar: random.below(3) === 0}), strategy),
		service(name),
		...(random.below(2) === 0 ? [ingress(name)] : []),
	);
};

export const statefulSet = (name: string, random: Random): string => {
	const policy = pick(random, '', '  podManagementPolicy: Parallel\n', '  minReadySeconds: 3\n');
	const pods = template(name, anImage(random));
	return documents(
		`apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}}
spec:
  serviceName: ${name}
  replicas: ${1 + random.below(2)}
${policy}${pods}`,
		service(name, 'clusterIP: None, '),
	);
};

/** A StatefulSet with a claim for each Pod; its policy decides whether they are deleted. */
export const statefulSetWithClaims = (name: string, random: Random): string => {
	const whenDeleted = pick(random, 'Retain', 'Delete');
	return documents(
		`apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}}
spec:
  serviceName: ${name}
  replicas: ${1 + random.below(2)}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: ${whenDeleted}, whenScaled: ${whenDeleted}}
${template(name, anImage(random), {container: ', volumeMounts: [{name: data, mountPath: /data}]'})}  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
		service(name, 'clusterIP: None, '),
	);
};

export const daemonSet = (name: string, random: Random): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ${name}}
spec:
${pick(random, '', '  minReadySeconds: 3\n')}${template(name, anImage(random))}`;

const jobSpec = (random: Random, margin: string): string => {
	const command = pick(random, 'sleep 1', 'sleep 5', 'sleep 40', 'exit 1');
	const [completions, parallelism] = [1 + random.below(3), 1 + random.below(2)];
	const policy = command === 'exit 1' ? 'Never' : pick(random, 'Never', 'OnFailure');
	return [
		`completions: ${completions}`,
		`parallelism: ${parallelism}`,
		// A kubelet that is killed between creating and starting a container makes another one, on a real cluster too. That is a restart, which counts with OnFailure.
		`backoffLimit: ${policy === 'OnFailure' ? 6 : 1}`,
		'template:',
		'  spec:',
		`    restartPolicy: ${policy}`,
		'    terminationGracePeriodSeconds: 1',
		`    containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]`,
	]
		.map((line) => `${margin}${line}\n`)
		.join('');
};

export const job = (name: string, random: Random): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
${jobSpec(random, '  ')}`;

/** A Job that runs until it is deleted, and whose Pod has its own claim. */
export const endlessJob = (name: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 1
      containers:
      - {name: main, image: "nginx:1.27", volumeMounts: [{name: scratch, mountPath: /scratch}]}
      volumes:
      - name: scratch
        ephemeral:
          volumeClaimTemplate:
            metadata: {labels: {app: ${name}}}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

/** A CronJob whose time never arrives; Jobs are made from it manually. */
export const cronJob = (name: string, random: Random): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: ${name}}
spec:
  schedule: "0 0 30 2 *"
  jobTemplate:
    spec:
${jobSpec(random, '      ')}`;

export const pod = (name: string, random: Random): string => {
	const graceSeconds = pick(random, 1, 5);
	const init =
		random.below(2) === 0
			? '  initContainers: [{name: init, image: "busybox:1.36", command: [sh, -c, "sleep 2"]}]\n'
			: '';
	return documents(
		`apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
data: {mode: test}
`,
		`apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  terminationGracePeriodSeconds: ${graceSeconds}
${init}  containers:
  - name: main
    image: "${anImage(random)}"
    volumeMounts: [{name: data, mountPath: /data}, {name: config, mountPath: /config}]
  volumes: [{name: data, emptyDir: {}}, {name: config, configMap: {name: ${name}}}]
`,
	);
};

/** A workload with a budget: at least one of its Pods stays while nodes are drained. */
export const guarded = (name: string, random: Random): string =>
	documents(
		deploymentOf(name, 2, template(name, anImage(random))),
		`apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: ${name}}
spec: {${pick(random, 'minAvailable: 1', 'maxUnavailable: 1', 'maxUnavailable: 50%')}, selector: {matchLabels: {app: ${name}}}}
`,
	);

/** A workload whose size only the autoscaler determines, without a choice. */
export const autoscaled = (name: string, random: Random): string => {
	const size = 2 + random.below(2);
	return documents(
		deploymentOf(name, 1, template(name, anImage(random), {container: ', resources: {requests: {cpu: 100m}}'})),
		`apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: ${name}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}
  minReplicas: ${size}
  maxReplicas: ${size}
`,
	);
};

/** Room for all, but counted. */
export const quota = (name: string, random: Random): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: ${name}}
spec: {hard: {pods: "${30 + random.below(5)}", services: "20", configmaps: "20", count/jobs.batch: "20"}}
`;

/** An object with a finalizer, deleted only after that is removed. */
export const held = (name: string, random: Random): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, finalizers: [example.test/hold]}
data: {mode: "${random.below(9)}"}
`;

/** A namespace with something in it. */
export const namespace = (name: string, random: Random): string => {
	const inside = deploymentOf(name, 1 + random.below(2), template(name, anImage(random)));
	return documents(
		`apiVersion: v1
kind: Namespace
metadata: {name: ${name}}
`,
		inside.replace(`{name: ${name}}`, `{name: ${name}, namespace: ${name}}`),
		service(name).replace(`{name: ${name}}`, `{name: ${name}, namespace: ${name}}`),
	);
};

/** Fills both nodes, and makes room for more important Pods: each Pod requests 1.5 of a node's four CPUs. */
export const lesser = (name: string, random: Random): string =>
	deploymentOf(
		name,
		3 + random.below(2),
		template(name, anImage(random), {container: ', resources: {requests: {cpu: 1500m}}'}),
	);

export const greater = (name: string, random: Random): string =>
	documents(
		`apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: ${name}}
value: 1000
`,
		deploymentOf(
			name,
			1 + random.below(2),
			template(name, anImage(random), {
				spec: `      priorityClassName: ${name}\n`,
				container: ', resources: {requests: {cpu: 1500m}}',
			}),
		),
	);
