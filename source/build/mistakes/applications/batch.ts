import type {Application} from './application.js';

const job = (name: string, spec: string): string => `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
  backoffLimit: 1
  template:
    spec:
      restartPolicy: Never
${spec}`;

/** Jobs, CronJobs and workers. */
export const batch: readonly Application[] = [
	{
		name: 'a Job that counts',
		text: job(
			'count',
			`      containers:
      - name: count
        image: busybox:1.36
        command: ["sh", "-c", "for i in 1 2 3; do echo $i; done"]
`,
		),
	},
	{
		name: 'a Job with a script from a ConfigMap',
		text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: script
data:
  run.sh: echo from the script
---
${job(
	'scripted',
	`      containers:
      - name: run
        image: busybox:1.36
        command: ["sh", "/scripts/run.sh"]
        volumeMounts:
        - name: script
          mountPath: /scripts
      volumes:
      - name: script
        configMap:
          name: script
`,
)}`,
	},
	{
		name: 'an indexed Job',
		text: `apiVersion: batch/v1
kind: Job
metadata:
  name: parts
spec:
  completions: 3
  parallelism: 3
  completionMode: Indexed
  template:
    spec:
      restartPolicy: OnFailure
      containers:
      - name: part
        image: busybox:1.36
        command: ["sh", "-c", "echo part $JOB_COMPLETION_INDEX"]
        resources:
          requests:
            cpu: 50m
          limits:
            cpu: 100m
            memory: 32Mi
`,
	},
	{
		name: 'a CronJob of every minute',
		text: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: minutely
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
          - name: tick
            image: busybox:1.36
            command: ["sh", "-c", "date; echo tick"]
`,
	},
	{
		name: 'a Job with a deadline',
		text: `apiVersion: batch/v1
kind: Job
metadata:
  name: timely
spec:
  activeDeadlineSeconds: 120
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: work
        image: alpine:3.20
        command: ["sh", "-c", "sleep 20; echo done"]
`,
	},
	{
		name: 'two Pods of a worker',
		text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  replicas: 2
  selector:
    matchLabels:
      app: worker
  template:
    metadata:
      labels:
        app: worker
    spec:
      containers:
      - name: worker
        image: busybox:1.36
        command: ["sh", "-c", "while true; do echo working; sleep 30; done"]
        livenessProbe:
          exec:
            command: ["true"]
`,
	},
	{
		name: 'a worker that reads its settings',
		text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  mode: fast
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: reader
spec:
  selector:
    matchLabels:
      app: reader
  template:
    metadata:
      labels:
        app: reader
    spec:
      containers:
      - name: reader
        image: busybox:1.36
        command: ["sh", "-c", "grep fast /settings/mode && sleep 100000"]
        volumeMounts:
        - name: settings
          mountPath: /settings
          readOnly: true
      volumes:
      - name: settings
        configMap:
          name: settings
`,
	},
	{
		name: 'a sidecar that follows a log',
		text: `apiVersion: v1
kind: Pod
metadata:
  name: logged
spec:
  initContainers:
  - name: follow
    image: busybox:1.36
    restartPolicy: Always
    command: ["sh", "-c", "touch /log/all; tail -f /log/all"]
    volumeMounts:
    - name: log
      mountPath: /log
  containers:
  - name: work
    image: busybox:1.36
    command: ["sh", "-c", "while true; do date >> /log/all; sleep 20; done"]
    volumeMounts:
    - name: log
      mountPath: /log
  volumes:
  - name: log
    emptyDir: {}
`,
	},
	{
		name: 'one Pod by itself',
		text: `apiVersion: v1
kind: Pod
metadata:
  name: alone
spec:
  restartPolicy: Never
  containers:
  - name: greet
    image: alpine:3.20
    env:
    - name: GREETING
      value: hello
    command: ["sh", "-c", "echo $GREETING"]
`,
	},
	{
		name: 'python that serves files',
		text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: files
spec:
  selector:
    matchLabels:
      app: files
  template:
    metadata:
      labels:
        app: files
    spec:
      containers:
      - name: python
        image: python:3.12
        command: ["python", "-m", "http.server", "8000"]
        ports:
        - containerPort: 8000
        readinessProbe:
          httpGet:
            path: /
            port: 8000
---
apiVersion: v1
kind: Service
metadata:
  name: files
spec:
  selector:
    app: files
  ports:
  - port: 80
    targetPort: 8000
`,
	},
];
