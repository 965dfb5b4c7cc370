import type {PagePlay} from './page.js';

const pod = (name: string, container: string): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers: [{name: main, image: nginx, ${container}}]
`;

const front = (tag: string, replicas: number): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: front}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: front}}
  template:
    metadata: {labels: {app: front}}
    spec:
      containers: [{name: nginx, image: "nginx:${tag}", ports: [{containerPort: 80}]}]
`;

/** Plays of pages below `tasks` about Secrets, defaults, hooks, volumes and one Deployment. */
export const thirdPlays: readonly PagePlay[] = [
	{
		page: 'tasks/configmap-secret/managing-secret-using-kubectl',
		files: {'user.txt': 'admin', 'word.txt': 'S!B\\*d$zDsb='},
		steps: `
$ create secret generic raw --from-literal=username=dev --from-literal=password='S!B\\*d$zDsb='
> secret/raw created
$ create secret generic files --from-file=./user.txt --from-file=./word.txt
> secret/files created
$ create secret generic named --from-file=username=./user.txt --from-file=password=./word.txt
> secret/named created
$ get secrets
> named Opaque 2
$ describe secrets/named
> Data ==== password: 12 bytes username: 5 bytes
$ get secret named -o jsonpath='{.data}'
> {"password":"UyFCXCpkJHpEc2I9","username":"YWRtaW4="}
$ get secret named -o jsonpath='{.data.password}'
> UyFCXCpkJHpEc2I9
$ delete secret named
> secret "named" deleted
`,
	},
	{
		page: 'tasks/configmap-secret/managing-secret-using-config-file',
		files: {
			'data.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: kept}\ntype: Opaque\ndata: {username: YWRtaW4=}\n',
			'both.yaml': `
apiVersion: v1
kind: Secret
metadata: {name: mixed}
data: {username: YWRtaW4=}
stringData: {username: administrator}
`,
		},
		steps: `
$ apply -f ./data.yaml
> secret/kept created
$ apply -f both.yaml
> secret/mixed created
$ get secret mixed -o yaml
> username: YWRtaW5pc3RyYXRvcg==
! stringData:
$ delete secret kept
> secret "kept" deleted
`,
	},
	{
		page: 'tasks/inject-data-application/distribute-credentials-secure',
		files: {
			'secret.yaml':
				'apiVersion: v1\nkind: Secret\nmetadata: {name: both}\ndata: {username: bXktYXBw, password: Mzk1MjgkdmRnN0pi}\n',
			'volume.yaml': `${pod('reader', 'volumeMounts: [{name: secret, mountPath: /etc/secret-volume, readOnly: true}]')}
  volumes: [{name: secret, secret: {secretName: both}}]
`,
			'one.yaml': pod('one', 'env: [{name: SECRET_USERNAME, valueFrom: {secretKeyRef: {name: back, key: back-name}}}]'),
			'all.yaml': pod('every', 'envFrom: [{secretRef: {name: both}}]'),
		},
		steps: `
$ apply -f secret.yaml
$ get secret both
> both Opaque 2
$ describe secret both
> password: 12 bytes username: 6 bytes
$ apply -f volume.yaml
~ 20
$ get pod reader
> reader 1/1 Running 0
$ exec -i reader -- /bin/bash -c 'cd /etc/secret-volume; ls; cat username; echo; cat password; echo'
> password username my-app 39528$vdg7Jb
$ create secret generic back --from-literal=back-name='back-admin'
$ create -f one.yaml
~ 20
$ exec -i one -- /bin/sh -c 'echo $SECRET_USERNAME'
> back-admin
$ create -f all.yaml
~ 20
$ exec -i every -- /bin/sh -c 'echo "username: $username\\npassword: $password"'
> username: my-app password: 39528$vdg7Jb
`,
	},
	{
		page: 'tasks/run-application/run-stateless-application-deployment',
		files: {'first.yaml': front('1.14.2', 2), 'update.yaml': front('1.16.1', 2), 'scale.yaml': front('1.16.1', 4)},
		steps: `
$ apply -f first.yaml
~ 30
$ describe deployment front
> Replicas: 2 desired | 2 updated | 2 total | 2 available | 0 unavailable
> Progressing True NewReplicaSetAvailable
> OldReplicaSets: <none>
$ get pods -l app=front -o jsonpath={.items[*].status.phase}
> Running Running
$ apply -f update.yaml
~ 40
$ get pods -l app=front -o jsonpath={.items[*].spec.containers[0].image}
> nginx:1.16.1 nginx:1.16.1
! 1.14.2
$ apply -f scale.yaml
~ 30
$ get deployment front
> front 4/4 4 4
$ delete deployment front
> deployment.apps "front" deleted
`,
	},
	{
		page: 'tasks/configure-pod-container/attach-handler-lifecycle-event',
		files: {
			'hooks.yaml': pod(
				'hooks',
				'lifecycle: {postStart: {exec: {command: [/bin/sh, -c, "echo Hello > /usr/share/message"]}}}',
			),
		},
		steps: `
$ apply -f hooks.yaml
~ 20
$ get pod hooks
> hooks 1/1 Running 0
$ exec -i hooks -- /bin/bash -c 'cat /usr/share/message'
> Hello
`,
	},
	{
		page: 'tasks/configure-pod-container/configure-volume-storage',
		files: {
			'redis.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: redis}
spec:
  containers: [{name: redis, image: redis, volumeMounts: [{name: kept, mountPath: /data/redis}]}]
  volumes: [{name: kept, emptyDir: {}}]
`,
		},
		steps: `
$ apply -f redis.yaml
~ 20
$ get pod redis
> redis 1/1 Running 0
$ exec -i redis -- /bin/bash -c 'cd /data/redis; echo Hello > test-file'
$ exec -i redis -- /bin/bash -c 'kill 1'
~ 30
$ get pod redis
> redis 1/1 Running 1 (
$ exec -i redis -- /bin/bash -c 'cd /data/redis; ls'
> test-file
$ delete pod redis
> pod "redis" deleted
`,
	},
	{
		page: 'tasks/configure-pod-container/enforce-standards-namespace-labels',
		steps: `
$ create namespace mine
$ label --dry-run=server --overwrite ns --all pod-security.kubernetes.io/enforce=baseline
> namespace/mine labeled (server dry run)
$ label --overwrite ns --all pod-security.kubernetes.io/audit=baseline pod-security.kubernetes.io/warn=baseline
> namespace/kube-system labeled
$ label --overwrite ns mine pod-security.kubernetes.io/enforce=restricted pod-security.kubernetes.io/enforce-version=v1.36
> namespace/mine labeled
$ get namespaces --selector=!pod-security.kubernetes.io/enforce
> default Active
! mine Active
`,
	},
	{
		page: 'tasks/administer-cluster/manage-resources/cpu-default-namespace',
		files: {
			'sizes.yaml': `
apiVersion: v1
kind: LimitRange
metadata: {name: sizes}
spec: {limits: [{type: Container, default: {cpu: 1}, defaultRequest: {cpu: 0.5}}]}
`,
			'none.yaml': pod('none', 'resources: {}'),
			'limit.yaml': pod('limit', 'resources: {limits: {cpu: "1"}}'),
			'request.yaml': pod('request', 'resources: {requests: {cpu: 750m}}'),
		},
		steps: `
$ create namespace sizes
$ apply -f sizes.yaml --namespace=sizes
> limitrange/sizes created
$ apply -f none.yaml --namespace=sizes
$ get pod none -o jsonpath={.spec.containers[0].resources} --namespace=sizes
> {"limits":{"cpu":"1"},"requests":{"cpu":"500m"}}
$ apply -f limit.yaml --namespace=sizes
$ get pod limit -o jsonpath={.spec.containers[0].resources} --namespace=sizes
> {"limits":{"cpu":"1"},"requests":{"cpu":"1"}}
$ apply -f request.yaml --namespace=sizes
$ get pod request -o jsonpath={.spec.containers[0].resources} --namespace=sizes
> {"limits":{"cpu":"1"},"requests":{"cpu":"750m"}}
$ delete namespace sizes
> namespace "sizes" deleted
`,
	},
];
