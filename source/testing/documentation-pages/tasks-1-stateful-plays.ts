import type {PagePlay} from './page.js';

const stateful = (replicas: number): string => `
apiVersion: v1
kind: Service
metadata: {name: web, labels: {app: web}}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web, labels: {app: web}}
spec:
  replicas: ${replicas}
  serviceName: web
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 10
      containers: [{name: web, image: 'nginx:1.27', volumeMounts: [{name: data, mountPath: /data}]}]
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

/** Plays of the pages below `tasks` about StatefulSets. */
export const statefulPlays: readonly PagePlay[] = [
	{
		page: 'tasks/run-application/scale-stateful-set',
		files: {'web.yaml': stateful(3), 'more.yaml': stateful(4)},
		steps: `
$ apply -f web.yaml
~ 60
$ get statefulsets web
> web 3/3
$ scale statefulsets web --replicas=2
> statefulset.apps/web scaled
~ 30
$ get pods
! web-2
$ apply -f more.yaml
> statefulset.apps/web configured
~ 60
$ get statefulsets web
> web 4/4
$ patch statefulsets web -p '{"spec":{"replicas":1}}'
> statefulset.apps/web patched
~ 60
$ get statefulsets web
> web 1/1
`,
	},
	{
		page: 'tasks/run-application/delete-stateful-set',
		files: {'web.yaml': stateful(2)},
		steps: `
$ apply -f web.yaml
~ 60
$ delete statefulsets web
> statefulset.apps "web" deleted
~ 30
$ get pods
> No resources found
$ delete service web
> service "web" deleted
$ apply -f web.yaml
~ 60
$ delete -f web.yaml --cascade=false
> warning: --cascade=false is deprecated (boolean value) and can be replaced with --cascade=orphan.
> statefulset.apps "web" deleted
~ 5
$ get pods
> web-0 1/1 Running
$ delete pods -l app=web
> pod "web-0" deleted
$ get pvc
> data-web-0 Bound
$ apply -f web.yaml
~ 60
$ get pods web-0 --template '{{.spec.terminationGracePeriodSeconds}}'
> 10
$ delete statefulset -l app=web
> statefulset.apps "web" deleted
~ 10
$ delete pvc -l app=web
> persistentvolumeclaim "data-web-0" deleted
`,
	},
	{
		page: 'tasks/run-application/force-delete-stateful-set-pod',
		files: {'web.yaml': stateful(1)},
		steps: `
$ apply -f web.yaml
~ 30
$ delete pods web-0
> pod "web-0" deleted
~ 30
$ delete pods web-0 --grace-period=0 --force
> Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated.
> pod "web-0" force deleted
~ 30
$ patch pod web-0 -p '{"metadata":{"finalizers":null}}'
> pod/web-0 patched (no change)
`,
	},
];
