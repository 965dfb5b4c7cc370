/** An Ingress with several paths of a host, longest last. @param paths each with its type and the Service behind it. */
export const pathsOf = (
	name: string,
	paths: ReadonlyArray<readonly [path: string, type: string, service: string]>,
): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: ${name}}
spec:
  rules:
  - host: ${name}.example.test
    http:
      paths:
${paths
	.map(
		([path, type, service]) =>
			`      - {path: ${path}, pathType: ${type}, backend: {service: {name: ${service}, port: {number: 80}}}}\n`,
	)
	.join('')}`;

/** A Pod that requests several addresses in sequence, inside or outside the mesh. */
export const asker = (
	name: string,
	urls: readonly string[],
	{labels = '', spec = ''}: {readonly labels?: string; readonly spec?: string} = {},
): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {role: ${name}${labels}}}
spec:
  terminationGracePeriodSeconds: 1
  restartPolicy: Never
${spec}  containers:
  - {name: main, image: "busybox:1.36", command: [sh, -c, "${urls.map((url) => `wget -q -T 2 -O- ${url}; sleep 1`).join('; ')}"]}
`;

/** A DeviceClass of a driver. */
export const deviceClass = (driver: string): string => `apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: ${driver}}
spec: {selectors: [{cel: {expression: 'device.driver == "${driver}"'}}]}
`;

/** A claim for devices that several Pods share. */
export const deviceClaim = (name: string, driver: string, count: number): string => `apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: ${name}}
spec: {devices: {requests: [{name: some, exactly: {deviceClassName: ${driver}, allocationMode: ExactCount, count: ${count}}}]}}
`;

/** A Pod with a claim for devices. */
export const devicePod = (name: string, claim: string, seconds: number): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  terminationGracePeriodSeconds: 1
  resourceClaims: [{name: some, resourceClaimName: ${claim}}]
  containers: [{name: main, image: "busybox:1.36", command: [sleep, "${seconds}"], resources: {claims: [{name: some}]}}]
`;

/** A DaemonSet with a strategy, in one line. */
export const rollingDaemons = (name: string, strategy: string): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: ${name}}
spec:
  minReadySeconds: 4
  updateStrategy: {rollingUpdate: ${strategy}}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      terminationGracePeriodSeconds: 2
      containers: [{name: main, image: "nginx:1.27", readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 2}}]
`;

/** An autoscaler with two goals. */
export const twoGoals = (name: string, behavior: string): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: ${name}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}
  minReplicas: 1
  maxReplicas: 20
  metrics:
  - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}
  - {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 200Mi}}}
  behavior: {${behavior}}
`;

/** A namespace that refuses Pods below a standard. */
export const guardedNamespace = (name: string, level: string): string => `apiVersion: v1
kind: Namespace
metadata: {name: ${name}, labels: {pod-security.kubernetes.io/enforce: ${level}}}
`;

/** A quota of some Pods only. @param scope such as BestEffort */
export const scopedQuota = (name: string, hard: string, scope: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: {name: ${name}}
spec: {hard: {${hard}}, scopes: [${scope}]}
`;

/** A NetworkPolicy without types. @param rules the lines of its spec, joined */
export const plainPolicy = (name: string, selector: string, rules: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}}
spec: {podSelector: {matchLabels: {${selector}}}, ${rules}}
`;

/** A Job with a policy for its failures. @param template fields of the Pods' spec, in one line */
export const indexedJob = (name: string, spec: string, command: string): string => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  completionMode: Indexed
  ${spec}
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 3
      containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]
`;

/** A CronJob whose schedule may be missed. */
export const lateCronJob = (name: string, more: string, command: string): string => `apiVersion: batch/v1
kind: CronJob
metadata: {name: ${name}}
spec:
  schedule: "* * * * *"
  ${more}
  jobTemplate:
    spec: {backoffLimit: 0, template: {spec: {restartPolicy: Never, terminationGracePeriodSeconds: 1, containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${command}"]}]}}}
`;

/** A Pod, and the objects from which its container's variables are taken. */
export const variablePod = (name: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
data: {MODE: plain, LEVEL: "3", file.txt: "first\\n"}
---
apiVersion: v1
kind: Secret
metadata: {name: ${name}}
stringData: {TOKEN: open, LEVEL: "5"}
---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}, annotations: {colour: blue}}
spec:
  terminationGracePeriodSeconds: 1
  hostname: ${name}-host
  subdomain: web
  initContainers: [{name: helper, image: "busybox:1.36", restartPolicy: Always, command: [sh, -c, "sleep 20; exit 3"]}]
  containers:
  - name: main
    image: "busybox:1.36"
    command: [sh, -c, "env | sort; cat /etc/values/file.txt; cat /etc/values/colour; trap 'exit 0' TERM; while true; do sleep 1; done"]
    envFrom: [{configMapRef: {name: ${name}}}, {secretRef: {name: ${name}}, prefix: S_}, {secretRef: {name: ${name}}}]
    env:
    - {name: LEVEL, value: "$(MODE)-$(S_TOKEN)-$$(MODE)"}
    - {name: WEB_SERVICE_PORT, value: "1"}
    - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
    - {name: CPUS, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}
    resources: {requests: {cpu: 50m, memory: 32Mi}, limits: {cpu: 250m, memory: 64Mi}}
    volumeMounts: [{name: values, mountPath: /etc/values}]
  volumes:
  - name: values
    projected:
      sources:
      - {configMap: {name: ${name}, items: [{key: file.txt, path: file.txt}]}}
      - {downwardAPI: {items: [{path: colour, fieldRef: {fieldPath: "metadata.annotations['colour']"}}]}}
`;
