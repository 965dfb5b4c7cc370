import {threeNodes, type BrokenManifest} from '../templates.js';

/** A NetworkPolicy is at fault. */
export const askedPolicies: readonly BrokenManifest[] = [
	{
		title: 'job: a policy keeps it from its server',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers: [{name: web, image: "nginx:1.27"}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default-deny}
spec: {podSelector: {}, policyTypes: [Ingress]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: client}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      initContainers: [{name: w, image: "busybox:1.36", command: [sleep, "10"]}]
      containers: [{name: c, image: "busybox:1.36", command: [wget, -T, "3", -qO-, "http://web"]}]
`,
		says: [
			'NetworkPolicy default/default-deny isolates default/web',
			'The NetworkPolicy default-deny has no ingress rule that allows this',
		],
	},
	{
		title: 'job: a policy keeps it from the DNS',
		manifest: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default-deny}
spec: {podSelector: {}, policyTypes: [Egress]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: client}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{name: c, image: "busybox:1.36", command: [nslookup, kubernetes.default]}]
`,
		says: [
			'NetworkPolicy default/default-deny isolates default/client-',
			'spec',
			'The NetworkPolicy default-deny has no egress rule that allows this',
			'egress',
		],
	},
	{
		title: 'init: a policy for another label',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: db, labels: {role: db}}
spec: {containers: [{name: redis, image: "redis:7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: db}
spec: {selector: {role: db}, ports: [{port: 6379}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db}
spec: {podSelector: {matchLabels: {role: db}}, ingress: [{from: [{podSelector: {matchLabels: {role: frontend}}}], ports: [{port: 6379}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: app, labels: {role: front-end}}
spec:
  initContainers: [{name: wait, image: "busybox:1.36", command: [sh, -c, "until nc -z -w 2 db 6379; do sleep 2; done"]}]
  containers: [{name: app, image: "nginx:1.27"}]
`,
		says: ['NetworkPolicy default/db isolates default/db'],
	},
	{
		title: 'near miss: a policy for its label',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: db, labels: {role: db}}
spec: {containers: [{name: redis, image: "redis:7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: db}
spec: {selector: {role: db}, ports: [{port: 6379}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db}
spec: {podSelector: {matchLabels: {role: db}}, ingress: [{from: [{podSelector: {matchLabels: {role: frontend}}}], ports: [{port: 6379}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: app, labels: {role: frontend}}
spec:
  initContainers: [{name: wait, image: "busybox:1.36", command: [sh, -c, "until nc -z -w 2 db 6379; do sleep 2; done"]}]
  containers: [{name: app, image: "nginx:1.27"}]
`,
	},
];
