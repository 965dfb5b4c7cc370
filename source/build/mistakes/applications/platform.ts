import type {Application} from './application.js';

const server = (name: string, spec: string, replicas = 1, where = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
${where}spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
${spec}`;

const nginx = `      containers:
      - name: server
        image: nginx:1.27
        ports:
        - containerPort: 80
`;

/** Rights, quotas, placement and the rest of the platform. */
export const platform: readonly Application[] = [
	{
		name: 'a Job that reads Pods by its Role',
		text: `apiVersion: v1
kind: ServiceAccount
metadata:
  name: viewer
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: viewer
rules:
- apiGroups: [""]
  resources: ["pods"]
  verbs: ["get", "list"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: viewer
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: viewer
subjects:
- kind: ServiceAccount
  name: viewer
  namespace: default
---
apiVersion: batch/v1
kind: Job
metadata:
  name: view
spec:
  backoffLimit: 1
  template:
    spec:
      serviceAccountName: viewer
      restartPolicy: Never
      containers:
      - name: kubectl
        image: bitnami/kubectl:latest
        command: ["kubectl", "get", "pods"]
`,
	},
	{
		name: 'a namespace with a quota',
		text: `apiVersion: v1
kind: Namespace
metadata:
  name: team
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: team
  namespace: team
spec:
  hard:
    pods: "5"
    requests.cpu: "2"
    requests.memory: 2Gi
---
${server(
	'team',
	`      containers:
      - name: server
        image: nginx:1.27
        resources:
          requests:
            cpu: 100m
            memory: 64Mi
`,
	2,
	'  namespace: team\n',
)}`,
	},
	{
		name: 'replicas that avoid each other',
		text: server(
			'spread',
			`      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: kubernetes.io/hostname
            labelSelector:
              matchLabels:
                app: spread
${nginx}`,
			3,
		),
	},
	{
		name: 'a server that is spread over nodes',
		text: server(
			'even',
			`      topologySpreadConstraints:
      - maxSkew: 1
        topologyKey: kubernetes.io/hostname
        whenUnsatisfiable: DoNotSchedule
        labelSelector:
          matchLabels:
            app: even
${nginx}`,
			3,
		),
	},
	{
		name: 'an agent on the nodes with their files',
		text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels:
      app: agent
  template:
    metadata:
      labels:
        app: agent
    spec:
      tolerations:
      - operator: Exists
      containers:
      - name: agent
        image: busybox:1.36
        command: ["sh", "-c", "ls /host/log && sleep 100000"]
        volumeMounts:
        - name: log
          mountPath: /host/log
          readOnly: true
      volumes:
      - name: log
        hostPath:
          path: /var/log
          type: Directory
`,
	},
	{
		name: 'a Pod with a priority',
		text: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: important
value: 1000
---
${server('first', `      priorityClassName: important\n${nginx}`)}`,
	},
	{
		name: 'a namespace for careful Pods',
		text: `apiVersion: v1
kind: Namespace
metadata:
  name: careful
  labels:
    pod-security.kubernetes.io/enforce: baseline
---
${server('careful', nginx, 1, '  namespace: careful\n')}`,
	},
	{
		name: 'a user of another number',
		text: server(
			'user',
			`      securityContext:
        runAsUser: 1000
        fsGroup: 1000
      containers:
      - name: user
        image: busybox:1.36
        command: ["sh", "-c", "id && echo mine > /mine/file && sleep 100000"]
        volumeMounts:
        - name: mine
          mountPath: /mine
      volumes:
      - name: mine
        emptyDir: {}
`,
		),
	},
	{
		name: 'what a Pod knows of itself',
		text: server(
			'self',
			`      containers:
      - name: self
        image: busybox:1.36
        env:
        - name: NODE
          valueFrom:
            fieldRef:
              fieldPath: spec.nodeName
        - name: POD
          valueFrom:
            fieldRef:
              fieldPath: metadata.name
        command: ["sh", "-c", "echo $POD on $NODE; sleep 100000"]
`,
		),
	},
	{
		name: 'limits for all of a namespace',
		text: `apiVersion: v1
kind: Namespace
metadata:
  name: limited
---
apiVersion: v1
kind: LimitRange
metadata:
  name: limited
  namespace: limited
spec:
  limits:
  - type: Container
    default:
      memory: 256Mi
    defaultRequest:
      memory: 64Mi
    max:
      memory: 1Gi
---
${server('limited', nginx, 1, '  namespace: limited\n')}`,
	},
	{
		name: 'an image of its own that nothing is known of',
		text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: own
data:
  level: info
---
${server(
	'own',
	`      containers:
      - name: own
        image: registry.example.com/team/own:1.4
        args: ["--port", "8080"]
        envFrom:
        - configMapRef:
            name: own
        ports:
        - name: http
          containerPort: 8080
        readinessProbe:
          httpGet:
            path: /healthz
            port: http
        volumeMounts:
        - name: cache
          mountPath: /cache
      volumes:
      - name: cache
        emptyDir:
          sizeLimit: 100Mi
`,
)}---
apiVersion: v1
kind: Service
metadata:
  name: own
spec:
  selector:
    app: own
  ports:
  - name: http
    port: 80
    targetPort: http
`,
	},
];
