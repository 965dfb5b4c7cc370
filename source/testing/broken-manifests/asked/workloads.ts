import {deployment, files, main, pod, type BrokenManifest} from '../templates.js';

/** A Deployment, a Job, an autoscaler or a PodDisruptionBudget is at fault. */
export const askedWorkloads: readonly BrokenManifest[] = [
	{
		title: 'job: it runs on',
		manifest: `apiVersion: batch/v1
kind: Job
metadata: {name: long}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: a, image: "busybox:1.36", command: [sleep, "100000"]}]
`,
		says: ['0 succeeded, 0 failed, 1 active', 'has been running for', '--for 30m'],
	},
	{
		title: 'autoscaler: a target of a version that is not served',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment, name: web}
  minReplicas: 1
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
`,
		says: ['spec.scaleTargetRef.apiVersion', 'Deployment is served in apps/v1', 'apiVersion: apps/v1, kind'],
		never: ['does not exist'],
	},
	{
		title: 'limit range: request and limit are under the minimum',
		manifest: `apiVersion: v1
kind: LimitRange
metadata: {name: lr}
spec: {limits: [{type: Container, max: {memory: 512Mi}, min: {memory: 64Mi}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers: [{name: a, image: "nginx:1.27", resources: {requests: {memory: 32Mi}, limits: {memory: 32Mi}}}]
`,
		says: ['requests: {memory: 64Mi}, limits: {memory: 64Mi}'],
	},
	{
		title: 'rollout: a later command sets an image that does not exist',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "nginx:1.27"}]
`,
		commands: ['set image deployment/web web=nginx:1.277'],
		says: ['1 of 3 updated, 3 available', 'kubectl rollout undo deployment web'],
		never: [':10:32'],
	},
	{
		title: 'label: true without quotes',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {enabled: true}}
spec: {containers: [{name: a, image: "nginx:1.27"}]}
`,
		says: ['put it in quotes', 'enabled: "true"'],
	},
	{
		title: 'deployment: without a selector',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1.27"}]}}
`,
		says: ['selector: {matchLabels: {app: web}}'],
	},
	{
		title: 'job: a deadline over which its Pod is killed',
		manifest: `apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  activeDeadlineSeconds: 400
  template: {spec: {restartPolicy: Never, containers: [{name: a, image: "busybox:1.36", command: [sleep, infinity]}]}}
`,
		says: ['Failed: DeadlineExceeded', 'spec.activeDeadlineSeconds'],
	},
	{
		title: 'near miss: a registry that answers the third time',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]}
`,
		commands: [':fail pull * times=2', 'set image deployment/web web=nginx:1.28'],
	},
	{
		title: 'near miss: a network plug-in that works the third time',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]}
`,
		commands: [':fail cni * times=2', 'delete pod --all'],
	},
	{
		title: 'asked: five mistakes that do not depend on each other: all changes together, and each reason with its own',
		manifest: files(
			...['ngnix:1.27', 'rediss:7', 'httpdd:2.4', 'memcahced:1.6', 'cadddy:2'].map((image, index) =>
				pod(main('', image), `web-${index}`, `labels: {app: web-${index}}`),
			),
		),
		says: ['works', '+ image: nginx:1.27', '+ image: caddy:2', 'stuck: pod/default/web-3'],
	},
	{
		title: 'asked: the target of an autoscaler, its kind misspelt',
		manifest: files(
			deployment(main('resources: {requests: {cpu: 100m}}')),
			'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: web\nspec:\n  maxReplicas: 3\n  scaleTargetRef:\n    apiVersion: apps/v1\n    kind: Deplyoment\n    name: web\n  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]\n',
		),
		says: [
			'no matches for kind "Deplyoment" in group "apps"',
			'spec.scaleTargetRef.kind',
			'Did you mean Deployment?',
			'+ kind: Deployment',
		],
	},
];
