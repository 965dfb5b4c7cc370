import type {PagePlay} from './page.js';

const twoNodes = {nodes: [{name: 'node-a'}, {name: 'node-b'}]};

const affine = (name: string, affinity: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c, image: 'nginx:1.27'}], affinity: {nodeAffinity: {${affinity}}}}\n`;

const wantsFast = 'matchExpressions: [{key: speed, operator: In, values: [fast]}]';

const storageClass = (name: string, isDefault: boolean): string =>
	`apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: ${name}, annotations: {storageclass.kubernetes.io/is-default-class: '${isDefault}'}}\nprovisioner: example.com/disks\n`;

const itemJob = (item: string): string =>
	`apiVersion: batch/v1\nkind: Job\nmetadata: {name: item-${item}, labels: {set: fruit}}\nspec: {template: {metadata: {labels: {set: fruit}}, spec: {restartPolicy: Never, containers: [{name: c, image: 'busybox:1.37', command: [sh, -c, echo Item ${item} && sleep 5]}]}}}\n`;

const daemonSet = (tag: string): string =>
	`apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec: {selector: {matchLabels: {app: agent}}, updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1}}, template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: agent, image: 'nginx:${tag}'}]}}}\n`;

/** Plays of the pages below `tasks` about nodes, volumes, jobs, daemons and the reasons of a failure. */
export const jobAndNodePlays: readonly PagePlay[] = [
	{
		page: 'tasks/configure-pod-container/assign-pods-nodes',
		scenario: twoNodes,
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: quick}\nspec: {containers: [{name: c, image: 'nginx:1.27'}], nodeSelector: {speed: fast}}\n",
			'named.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: named}\nspec: {containers: [{name: c, image: 'nginx:1.27'}], nodeName: node-a}\n",
		},
		steps: `
$ get nodes --show-labels
> kubernetes.io/hostname=node-a
! speed=fast
$ label nodes node-b speed=fast
> node/node-b labeled
$ get nodes --show-labels -l speed=fast
> node-b Ready
> speed=fast
! node-a
$ apply -f pod.yaml
$ apply -f named.yaml
~ 10
$ get pods --output=wide
> named 1/1 Running 0 10s 10.244.1.2 node-a
> quick 1/1 Running 0 10s 10.244.2.2 node-b
`,
	},
	{
		page: 'tasks/configure-pod-container/assign-pods-nodes-using-node-affinity',
		scenario: twoNodes,
		files: {
			'must.yaml': affine(
				'must',
				`requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{${wantsFast}}]}`,
			),
			'likes.yaml': affine(
				'likes',
				`preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {${wantsFast}}}]`,
			),
		},
		steps: `
$ label nodes node-b speed=fast
> node/node-b labeled
$ get nodes --show-labels
> speed=fast
$ apply -f must.yaml
~ 10
$ get pod must --output=wide
> must 1/1 Running
> node-b
$ apply -f likes.yaml
~ 10
$ get pod likes --output=wide
> likes 1/1 Running
> node-b
`,
	},
	{
		page: 'tasks/administer-cluster/change-default-storage-class',
		files: {'classes.yaml': `${storageClass('slow', true)}---\n${storageClass('gold', false)}`},
		steps: `
$ apply -f classes.yaml
$ get storageclass
> slow (default) example.com/disks
! gold (default)
$ patch storageclass slow -p '{"metadata": {"annotations":{"storageclass.kubernetes.io/is-default-class":"false"}}}'
> storageclass.storage.k8s.io/slow patched
$ patch storageclass gold -p '{"metadata": {"annotations":{"storageclass.kubernetes.io/is-default-class":"true"}}}'
$ get storageclass
> gold (default) example.com/disks
! slow (default)
`,
	},
	{
		page: 'tasks/administer-cluster/change-pv-reclaim-policy',
		files: {
			'disk.yaml':
				'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: disk}\nspec: {capacity: {storage: 4Gi}, accessModes: [ReadWriteOnce], persistentVolumeReclaimPolicy: Delete, storageClassName: manual, hostPath: {path: /data}}\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: mine}\nspec: {accessModes: [ReadWriteOnce], storageClassName: manual, resources: {requests: {storage: 4Gi}}}\n',
		},
		steps: `
$ apply -f disk.yaml
~ 10
$ get pv
> disk 4Gi RWO Delete Bound default/mine manual
$ patch pv disk -p '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'
> persistentvolume/disk patched
$ get pv
> disk 4Gi RWO Retain Bound default/mine manual
$ delete pvc mine
~ 10
$ get pv
> disk 4Gi RWO Retain Released default/mine manual
`,
	},
	{
		page: 'tasks/configure-pod-container/configure-projected-volume-storage',
		files: {
			'user.txt': 'ann',
			'pass.txt': 'sesame',
			'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: all-in-one}
spec:
  containers: [{name: c, image: 'busybox:1.37', args: [sleep, '86400'], volumeMounts: [{name: all, mountPath: /all, readOnly: true}]}]
  volumes: [{name: all, projected: {sources: [{secret: {name: user}}, {secret: {name: pass}}]}}]
`,
		},
		steps: `
$ create secret generic user --from-file=./user.txt
> secret/user created
$ create secret generic pass --from-file=./pass.txt
$ apply -f pod.yaml
~ 10
$ get pod all-in-one
> all-in-one 1/1 Running
$ exec all-in-one -- ls /all/
> pass.txt user.txt
$ delete pod all-in-one
$ delete secret user pass
> secret "user" deleted
> secret "pass" deleted
`,
	},
	{
		page: 'tasks/debug/debug-application/determine-reason-pod-failure',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: last-words}\nspec: {containers: [{name: c, image: 'debian:12', command: [/bin/sh], args: [-c, sleep 10 && echo Time is up > /dev/termination-log]}]}\n",
		},
		steps: `
$ apply -f pod.yaml
~ 10
$ get pod last-words
> 1/1 Running
~ 12
$ get pod last-words --output=yaml
> lastState: terminated:
> exitCode: 0
> message: | Time is up
$ get pod last-words -o go-template="{{range .status.containerStatuses}}{{.lastState.terminated.message}}{{end}}"
> Time is up
$ get pod last-words -o go-template='{{range .status.containerStatuses}}{{printf "%s:\\n%s\\n\\n" .name .lastState.terminated.message}}{{end}}'
> c: Time is up
`,
	},
	{
		page: 'tasks/debug/debug-application/debug-init-containers',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: slow}\nspec: {initContainers: [{name: first, image: 'busybox:1.37', command: [sh, -c, echo first]}, {name: second, image: 'busybox:1.37', command: [sh, -c, echo second is here; sleep 2; exit 1]}], containers: [{name: c, image: 'nginx:1.27'}]}\n",
		},
		steps: `
$ apply -f pod.yaml
~ 4
$ get pod slow
> 0/1 Init:1/2
~ 72
$ get pod slow
> Init:CrashLoopBackOff
$ describe pod slow
> Reason: Completed Exit Code: 0
> State: Waiting Reason: CrashLoopBackOff Last State: Terminated Reason: Error Exit Code: 1
$ get pod slow --template '{{.status.initContainerStatuses}}'
> name:first
$ logs slow -c second
> second is here
`,
	},
	{
		page: 'tasks/job/parallel-processing-expansion',
		files: {'jobs/a.yaml': itemJob('apple'), 'jobs/b.yaml': itemJob('banana'), 'jobs/c.yaml': itemJob('cherry')},
		steps: `
$ create -f ./jobs
> job.batch/item-apple created job.batch/item-banana created job.batch/item-cherry created
~ 30
$ get jobs -l set=fruit
> item-apple Complete 1/1
> item-cherry Complete 1/1
$ get pods -l set=fruit
> 0/1 Completed 0
! Running
$ logs -f -l set=fruit
> Item apple
> Item banana
> Item cherry
$ delete job -l set=fruit
> job.batch "item-cherry" deleted
~ 10
$ get pods -l set=fruit
> No resources found
`,
	},
	{
		page: 'tasks/job/indexed-parallel-processing-static',
		files: {
			'job.yaml': `
apiVersion: batch/v1
kind: Job
metadata: {name: words}
spec:
  completions: 5
  parallelism: 3
  completionMode: Indexed
  template:
    spec:
      restartPolicy: Never
      initContainers:
        - name: input
          image: docker.io/library/bash
          command: [bash, -c, "items=(one two red four five)\\necho \${items[$JOB_COMPLETION_INDEX]} > /input/word.txt\\n"]
          volumeMounts: [{name: input, mountPath: /input}]
      containers: [{name: worker, image: docker.io/library/busybox, command: [rev, /input/word.txt], volumeMounts: [{name: input, mountPath: /input}]}]
      volumes: [{name: input, emptyDir: {}}]
`,
		},
		steps: `
$ apply -f job.yaml
$ wait --for=condition=complete --timeout=300s job/words
> job.batch/words condition met
$ describe jobs/words
> Parallelism: 3 Completions: 5 Completion Mode: Indexed
> Pods Statuses: 0 Active (0 Ready) / 5 Succeeded / 0 Failed Completed Indexes: 0-4
> SuccessfulCreate
$ get pods -l batch.kubernetes.io/job-completion-index=2 -o name
= POD
$ logs $POD
> der
`,
	},
	{
		page: 'tasks/network/customize-hosts-file-for-pods',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: aliased}\nspec: {restartPolicy: Never, hostAliases: [{ip: 127.0.0.1, hostnames: [near.example, here.example]}, {ip: 192.0.2.3, hostnames: [far.example]}], containers: [{name: c, image: 'busybox:1.37', command: [cat], args: [/etc/hosts]}]}\n",
		},
		steps: `
$ run nginx --image nginx
> pod/nginx created
~ 10
$ get pods --output=wide
> nginx 1/1 Running 0 10s 10.244.1.2
$ exec nginx -- cat /etc/hosts
> # Kubernetes-managed hosts file. 127.0.0.1 localhost ::1 localhost ip6-localhost ip6-loopback fe00::0 ip6-localnet fe00::0 ip6-mcastprefix fe00::1 ip6-allnodes fe00::2 ip6-allrouters 10.244.1.2 nginx
$ apply -f pod.yaml
~ 10
$ get pod --output=wide
> aliased 0/1 Completed
$ logs aliased
> aliased # Entries added by HostAliases. 127.0.0.1 near.example here.example 192.0.2.3 far.example
`,
	},
	{
		page: 'tasks/job/automated-tasks-with-cron-jobs',
		files: {
			'cron.yaml':
				"apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: hello}\nspec: {schedule: '*/1 * * * *', jobTemplate: {spec: {template: {spec: {restartPolicy: OnFailure, containers: [{name: c, image: 'busybox:1.37', command: [/bin/sh, -c, date; echo Good morning]}]}}}}}\n",
		},
		steps: `
$ create -f cron.yaml
> cronjob.batch/hello created
$ get cronjob hello
> hello */1 * * * * <none> False 0 <none>
~ 80
$ get jobs
> Complete 1/1
$ get cronjob hello
> hello */1 * * * * <none> False 0
! False 0 <none>
$ get pods -o jsonpath={.items[*].metadata.name}
= POD
$ logs $POD
> UTC 2026 Good morning
$ delete cronjob hello
> cronjob.batch "hello" deleted
~ 10
$ get jobs,pods
> No resources found
`,
	},
	{
		page: 'tasks/manage-daemon/update-daemon-set',
		scenario: twoNodes,
		files: {'agent.yaml': daemonSet('1.26'), 'newer.yaml': daemonSet('1.27')},
		steps: `
$ apply -f agent.yaml --dry-run=client -o go-template='{{.spec.updateStrategy.type}}{{"\\n"}}'
> RollingUpdate
$ create -f agent.yaml
> daemonset.apps/agent created
$ get ds/agent -o go-template='{{.spec.updateStrategy.type}}{{"\\n"}}'
> RollingUpdate
$ rollout status ds/agent
> daemon set "agent" successfully rolled out
$ apply -f newer.yaml
> daemonset.apps/agent configured
$ rollout status ds/agent
> daemon set "agent" successfully rolled out
$ get pods -l app=agent -o jsonpath={.items[*].spec.containers[0].image}
> nginx:1.27 nginx:1.27
$ set image ds/agent agent=nginx:1.28
> daemonset.apps/agent image updated
$ rollout status ds/agent
> successfully rolled out
$ get pods -l app=agent -o wide
> node-a
> node-b
$ delete ds agent
> daemonset.apps "agent" deleted
`,
	},
];
