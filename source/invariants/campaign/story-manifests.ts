/** The options of a story's workload. */
interface Options {
	readonly replicas?: number;
	readonly namespace?: string;
	readonly image?: string;
	/** The strategy, in one line. */
	readonly strategy?: string;
	/** Fields of the Pods' spec, each a line with a margin of six. */
	readonly spec?: string;
	/** Fields of the container, each with a comma before it. */
	readonly container?: string;
	/** Whether it has a readiness probe; it does by default. */
	readonly probe?: boolean;
	readonly finalizers?: string;
	/** A claim for each Pod of a StatefulSet. */
	readonly claims?: boolean;
	/** Further fields of the workload's spec, one per line. */
	readonly more?: readonly string[];
}

const template = (
	name: string,
	{image = 'nginx:1.27', spec = '', container = '', probe = true, claims}: Options,
): string =>
	`  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      terminationGracePeriodSeconds: 5
${spec}      containers:
      - {name: main, image: "${image}"${probe ? ', readinessProbe: {httpGet: {path: /, port: 80}}' : ''}${claims ? ', volumeMounts: [{name: data, mountPath: /data}]' : ''}${container}}
`;

const moreLines = ({more = []}: Options): string => more.map((line) => `  ${line}\n`).join('');

const metadata = (name: string, {namespace, finalizers}: Options): string =>
	`metadata: {name: ${name}${namespace ? `, namespace: ${namespace}` : ''}${finalizers ? `, finalizers: [${finalizers}]` : ''}}`;

export const deployment = (name: string, options: Options = {}): string => `apiVersion: apps/v1
kind: Deployment
${metadata(name, options)}
spec:
  replicas: ${options.replicas ?? 1}
${moreLines(options)}${options.strategy ? `  strategy: ${options.strategy}\n` : ''}${template(name, options)}`;

export const replicaSet = (name: string, replicas: number): string => `apiVersion: apps/v1
kind: ReplicaSet
${metadata(name, {})}
spec:
  replicas: ${replicas}
${template(name, {})}`;

/** @param spec fields of the Pods' spec, each a line with a margin of six. */
export const daemonSet = (name: string, spec = ''): string => `apiVersion: apps/v1
kind: DaemonSet
${metadata(name, {})}
spec:
${template(name, {spec})}`;

export const statefulSet = (name: string, options: Options): string => `apiVersion: apps/v1
kind: StatefulSet
${metadata(name, options)}
spec:
  serviceName: ${name}
  replicas: ${options.replicas ?? 1}
${moreLines(options)}${template(name, options)}${
	options.claims
		? `  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`
		: ''
}`;

export const service = (name: string, more = ''): string => `apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {${more}selector: {app: ${name}}, ports: [{port: 80}]}
`;

export const ingress = (name: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: ${name}}
spec:
  rules:
  - host: ${name}.example.test
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: ${name}, port: {number: 80}}}}]}
`;

/** @param rules the ingress rules, in one line. */
export const networkPolicy = (name: string, rules: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}}
spec: {podSelector: {matchLabels: {app: ${name}}}, policyTypes: [Ingress], ingress: ${rules}}
`;

/** A Pod that sends requests to a server repeatedly. */
export const caller = (name: string, role: string, url: string, namespace = 'default'): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: ${namespace}, labels: {role: ${role}}}
spec:
  terminationGracePeriodSeconds: 1
  restartPolicy: Never
  containers:
  - {name: main, image: "busybox:1.36", command: [sh, -c, "for i in 1 2 3 4 5 6; do wget -q -T 2 -O- ${url}; sleep 3; done"]}
`;

/** @param spec fields of the Job in one line. */
export const job = (name: string, spec: string, command: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec: {${spec}, template: {spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]}}}
`;

/** @param more a field of the CronJob in one line. */
export const cronJob = (
	name: string,
	concurrencyPolicy: string,
	command: string,
	more = 'suspend: false',
): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: ${name}}
spec:
  schedule: "* * * * *"
  concurrencyPolicy: ${concurrencyPolicy}
  successfulJobsHistoryLimit: 1
  ${more}
  jobTemplate:
    spec: {template: {spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]}}}
`;

/** @param behavior in one line. */
export const autoscaler = (
	name: string,
	least: number,
	most: number,
	behavior = '',
): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: ${name}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}
  minReplicas: ${least}
  maxReplicas: ${most}
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
${behavior === '' ? '' : `  behavior: {${behavior}}\n`}`;

/** A Pod whose process does not listen to SIGTERM. */
export const slowPod = (name: string, graceSeconds: number): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: ${graceSeconds}
  containers: [{name: main, image: "busybox:1.36", command: [sleep, "100000"]}]
`;

/** A Pod with init containers, sidecars and hooks. */
export const sidecarPod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 10
  initContainers:
  - {name: first, image: "busybox:1.36", command: [sh, -c, "sleep 2"]}
  - {name: proxy, image: "nginx:1.27", restartPolicy: Always, startupProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}}
  - {name: second, image: "busybox:1.36", command: [sh, -c, "sleep 1"]}
  containers:
  - name: main
    image: "busybox:1.36"
    command: [sh, -c, "trap 'exit 0' TERM; while true; do sleep 1; done"]
    lifecycle: {preStop: {exec: {command: [sleep, "3"]}}}
    volumeMounts: [{name: shared, mountPath: /shared}]
  volumes: [{name: shared, emptyDir: {}}]
`;

/** A term that keeps Pods of an app on different nodes. */
export const apart = (name: string, topologyKey = 'kubernetes.io/hostname'): string =>
	`      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: ${topologyKey}, labelSelector: {matchLabels: {app: ${name}}}}]}}\n`;

/** A Pod whose anti-affinity keeps it from the Pods of an app. */
export const away = apart;

/** A term that keeps Pods beside those of another app. */
export const beside = (name: string): string =>
	`      affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: ${name}}}}]}}\n`;

/** A constraint that spreads the Pods of an app. */
export const spread = (name: string, topologyKey: string): string =>
	`      topologySpreadConstraints: [{maxSkew: 1, topologyKey: ${topologyKey}, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: ${name}}}}]\n`;

export const priorityClass = (name: string, value: number, more = ''): string => `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: ${name}}
value: ${value}
${more}
`;

export const budget = (name: string, spec: string): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: ${name}}
spec: {${spec}, selector: {matchLabels: {app: ${name}}}}
`;

export const namespace = (name: string): string => `apiVersion: v1
kind: Namespace
metadata: {name: ${name}}
`;

export const heldConfigMap = (name: string, within: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: ${within}, finalizers: [example.test/hold]}
data: {mode: held}
`;

export const sizedPod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 2
  containers: [{name: main, image: "nginx:1.27", resources: {requests: {cpu: 500m}, limits: {cpu: "1"}}}]
`;

export const failingPod = (name: string, command: string, policy: string, app = name): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${app}}}
spec:
  restartPolicy: ${policy}
  terminationGracePeriodSeconds: 1
  containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]
`;

/** A Pod with a container that ends while the other runs. */
export const unevenPod = (name: string, policy: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: ${policy}
  terminationGracePeriodSeconds: 1
  containers:
  - {name: short, image: "busybox:1.36", command: [sh, -c, "sleep 3"]}
  - {name: long, image: "busybox:1.36", command: [sh, -c, "sleep 60"]}
`;

/** A Pod that its liveness probe restarts repeatedly. */
export const unhealthyPod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - {name: main, image: "nginx:1.27", livenessProbe: {httpGet: {path: /, port: 81}, periodSeconds: 5, failureThreshold: 2}}
`;

export const quota = (name: string, hard: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: ${name}}
spec: {hard: {${hard}}}
`;

export const limitRange = (name: string): string => `apiVersion: v1
kind: LimitRange
metadata: {name: ${name}}
spec: {limits: [{type: Container, defaultRequest: {cpu: 100m}, default: {cpu: 200m}}]}
`;

/** A Pod without an owner. @param more.spec lines with a margin of two. @param more.container fields with a comma before each. */
export const plainPod = (
	name: string,
	app: string,
	{
		spec = '',
		container = '',
		finalizers = '',
	}: {readonly spec?: string; readonly container?: string; readonly finalizers?: string} = {},
): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${app}}, finalizers: [${finalizers}]}
spec:
  terminationGracePeriodSeconds: 2
${spec}  containers: [{name: main, image: "nginx:1.27"${container}}]
`;

/** A Pod of a server. @param container fields of the container in one line. @param spec lines with a margin of two. */
export const probedPod = (
	name: string,
	image: string,
	container: string,
	node = '',
	spec = '',
): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  terminationGracePeriodSeconds: 2
${node === '' ? '' : `  nodeSelector: {kubernetes.io/hostname: ${node}}\n`}${spec}  containers: [{name: main, image: "${image}", ${container}}]
`;

/** A Pod that another program has to call ready. */
export const gatedPod = (name: string, condition: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 2
  readinessGates: [{conditionType: ${condition}}]
  containers: [{name: main, image: "nginx:1.27"}]
`;

/** A Job whose Pod has a sidecar. */
export const crewJob = (name: string, command: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 5
      initContainers: [{name: proxy, image: "nginx:1.27", restartPolicy: Always}]
      containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]
`;

/** A Pod with a preStop hook, whose process ignores SIGTERM. */
export const hookedPod = (name: string, graceSeconds: number): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: ${graceSeconds}
  containers:
  - name: main
    image: "busybox:1.36"
    command: [sleep, "100000"]
    lifecycle: {preStop: {exec: {command: [sleep, "2"]}}}
`;

export const claim = (name: string, mode: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {accessModes: [${mode}], resources: {requests: {storage: 1Gi}}}
`;

/** A Pod with a claim. */
export const claimant = (name: string, claimName: string, node = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  terminationGracePeriodSeconds: 2
${node === '' ? '' : `  nodeSelector: {kubernetes.io/hostname: ${node}}\n`}  containers: [{name: main, image: "nginx:1.27", volumeMounts: [{name: data, mountPath: /data}]}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: ${claimName}}}]
`;

/** A Pod whose claim is created and deleted with it. */
export const ephemeralClaimant = (name: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 2
  containers: [{name: main, image: "nginx:1.27", volumeMounts: [{name: data, mountPath: /data}]}]
  volumes:
  - name: data
    ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}
`;

/** A Pod with a claim that ends at once. */
export const failingClaimant = (name: string, claimName: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  terminationGracePeriodSeconds: 1
  containers:
  - {name: main, image: "busybox:1.36", command: [sh, -c, "sleep 2"], volumeMounts: [{name: data, mountPath: /data}]}
  volumes: [{name: data, persistentVolumeClaim: {claimName: ${claimName}}}]
`;

/** A Service with a name other than its app's. @param port more fields of its port. */
export const serviceFor = (name: string, app: string, port: string, more = ''): string => `apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {${more}selector: {app: ${app}}, ports: [{port: 80, ${port}}]}
`;

/** @param selector labels of the Pods, in one line. @param rules the egress rules, in one line. */
export const egressPolicy = (name: string, selector: string, rules: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}}
spec: {podSelector: {matchLabels: {${selector}}}, policyTypes: [Egress], egress: ${rules}}
`;

/** A volume that an administrator has made. */
export const volume = (name: string, size: string): string => `apiVersion: v1
kind: PersistentVolume
metadata: {name: ${name}}
spec:
  storageClassName: manual
  capacity: {storage: ${size}}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  hostPath: {path: /data/${name}}
`;

/** A claim for such a volume. */
export const manualClaim = (name: string, size: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: ${name}}
spec: {storageClassName: manual, accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}}
`;
