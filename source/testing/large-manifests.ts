/** A Deployment with a Service before it. */
export const deployed = (name: string, replicas: number, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: main, image: 'nginx:1.27', ports: [{containerPort: 80}]${more}}]}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {selector: {app: ${name}}, ports: [{port: 80}]}
`;

const documents = (count: number, text: (index: number) => string): string =>
	Array.from({length: count}, (_, index) => text(index)).join('---\n');

const stateful = (index: number): string => `apiVersion: v1
kind: Service
metadata: {name: db-${index}}
spec: {clusterIP: None, selector: {app: db-${index}}, ports: [{port: 5432}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db-${index}}
spec:
  serviceName: db-${index}
  replicas: 4
  selector: {matchLabels: {app: db-${index}}}
  template:
    metadata: {labels: {app: db-${index}}}
    spec: {containers: [{name: db, image: 'nginx:1.27', volumeMounts: [{name: data, mountPath: /data}]}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const worked = (index: number): string => `apiVersion: batch/v1
kind: Job
metadata: {name: work-${index}}
spec:
  completions: 6
  parallelism: 3
  completionMode: Indexed
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: 'busybox:1.37', command: [sh, -c, 'sleep ${index + 1}']}]
`;

const guarded = (index: number): string => `${deployed(`web-${index}`, 3, ', resources: {requests: {cpu: 20m}}')}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web-${index}}
spec: {minAvailable: 2, selector: {matchLabels: {app: web-${index}}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web-${index}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web-${index}}
  minReplicas: 3
  maxReplicas: 6
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}]
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web-${index}}
spec: {podSelector: {matchLabels: {app: web-${index}}}, ingress: [{from: [{podSelector: {}}]}]}
`;

/** Five large manifests, each with other kinds: one large Deployment, a shop of many, databases with volumes, Jobs, and services with their policies. */
export const largeManifests: Readonly<Record<string, string>> = {
	large: deployed('large', 250),
	shop: documents(40, (index) => deployed(`shop-${index}`, 4)),
	databases: documents(10, stateful),
	jobs: documents(20, worked),
	guarded: documents(20, guarded),
};
