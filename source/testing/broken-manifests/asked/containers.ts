import type {BrokenManifest} from '../templates.js';

/** A probe, a command line, or a port of two containers is at fault. */
export const askedContainers: readonly BrokenManifest[] = [
	{
		title: 'liveness: it fails once the script has slept',
		manifest: `apiVersion: v1
kind: Pod
metadata:
  labels: {test: liveness}
  name: liveness-exec
spec:
  containers:
  - name: liveness
    image: registry.k8s.io/busybox:1.27.2
    args:
    - /bin/sh
    - -c
    - touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600
    livenessProbe:
      exec:
        command:
        - cat
        - /tmp/healthy
      initialDelaySeconds: 5
      periodSeconds: 5
`,
		says: ["can't open '/tmp/healthy'", 'livenessProbe.exec.command'],
	},
	{
		title: 'liveness: sooner than the program listens',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: es}
spec:
  selector: {matchLabels: {app: es}}
  template:
    metadata: {labels: {app: es}}
    spec:
      containers:
      - name: es
        image: elasticsearch:8.13.0
        env: [{name: discovery.type, value: single-node}]
        livenessProbe: {tcpSocket: {port: 9200}, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 2}
`,
		says: ['containers[0].livenessProbe', 'allow more time', 'initialDelaySeconds: 30'],
		never: ['livenessProbe.tcpSocket'],
	},
	{
		title: 'readiness: a program that the image does not have',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: redis:7
        readinessProbe: {exec: {command: [curl, -f, localhost:6379]}}
`,
		says: [
			'Readiness probe errored and resulted in unknown state',
			'readinessProbe.exec.command',
			'The image has no executable curl',
		],
	},
	{
		title: 'liveness: a program that the image does not have restarts nothing',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: r}
spec: {containers: [{name: r, image: "redis:7", livenessProbe: {exec: {command: [curl, localhost]}, periodSeconds: 5}}]}
`,
		says: ['note: pod/default/r', 'Liveness probe errored and resulted in unknown state', 'livenessProbe.exec.command'],
		code: 0,
	},
	{
		title: 'near miss: probes with programs of the image',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: redis:7-alpine
        readinessProbe: {exec: {command: [redis-cli, ping]}}
        livenessProbe: {exec: {command: [sh, -c, "redis-cli ping | grep PONG"]}}
`,
	},
	{
		title: 'exit: a command line in one text',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: sleeper}
spec:
  containers:
  - {name: s, image: busybox:1.36, command: ["sleep 3600"]}
`,
		says: ['works', 'command: [sleep, "3600"]'],
	},
	{
		title: 'exit: two containers on one port',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: two}
spec: {containers: [{name: a, image: "nginx:1.27"}, {name: b, image: "nginx:1.27"}]}
`,
		says: ['Address already in use', 'a already listens on 80'],
	},
	{
		title: 'exit: bash in an image without it',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: s}
spec: {containers: [{name: a, image: "alpine:3.20", command: [bash, -c, "sleep 3600"]}]}
`,
		says: ['exec: "bash": executable file not found', 'command: [sh, -c'],
	},
	{
		title: 'exit: a script without -c',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: worker}
spec: {containers: [{name: worker, image: "busybox:1.36", command: [sh, "echo hi; sleep 3600"]}]}
`,
		says: ['spec.containers[0].command', 'Without -c, sh takes the script for the name of a file.', 'works'],
	},
];
