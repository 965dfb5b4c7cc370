import type {PagePlay} from './page.js';

const twoNodes = {nodes: [{name: 'node-a'}, {name: 'node-b'}]};

const itemJob = (item: string): string =>
	`apiVersion: batch/v1\nkind: Job\nmetadata: {name: item-${item}, labels: {set: fruit}}\nspec: {template: {metadata: {labels: {set: fruit}}, spec: {restartPolicy: Never, containers: [{name: c, image: 'busybox:1.37', command: [sh, -c, echo Item ${item} && sleep 5]}]}}}\n`;

const daemonSet = (tag: string): string =>
	`apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec: {selector: {matchLabels: {app: agent}}, updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1}}, template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: agent, image: 'nginx:${tag}'}]}}}\n`;

/** Plays of pages about jobs, daemons, other controllers and deletion. */
export const otherWorkloadPlays: readonly PagePlay[] = [
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
	{
		page: 'tasks/manage-daemon/rollback-daemon-set',
		scenario: twoNodes,
		files: {'agent.yaml': daemonSet('1.26')},
		steps: `
$ apply -f agent.yaml
$ rollout status ds/agent
$ set image ds/agent agent=nginx:1.27
$ rollout status ds/agent
$ rollout history daemonset agent
> daemonset.apps/agent REVISION CHANGE-CAUSE 1 <none> 2 <none>
$ rollout history daemonset agent --revision=1
> daemonset.apps/agent with revision #1 Pod Template: Labels: app=agent Containers: agent: Image: nginx:1.26
$ rollout undo daemonset agent --to-revision=1
> daemonset.apps/agent rolled back
$ rollout status ds/agent
> daemon set "agent" successfully rolled out
$ get controllerrevision -l app=agent
> daemonset.apps/agent 2
> daemonset.apps/agent 3
! daemonset.apps/agent 1
`,
	},
	{
		page: 'tasks/manage-daemon/pods-some-nodes',
		scenario: {nodes: [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}]},
		files: {
			'agent.yaml':
				"apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\nspec: {selector: {matchLabels: {app: agent}}, template: {metadata: {labels: {app: agent}}, spec: {nodeSelector: {disk: quick}, containers: [{name: agent, image: 'nginx:1.27'}]}}}\n",
		},
		steps: `
$ label nodes node-a node-b disk=quick
> node/node-a labeled node/node-b labeled
$ create -f agent.yaml
~ 10
$ get pods -o wide
> node-a
> node-b
! node-c
$ label nodes node-c disk=quick
~ 10
$ get pods -o wide
> node-c
`,
	},
	{
		page: 'concepts/workloads/controllers/replicationcontroller',
		files: {
			'three.yaml':
				"apiVersion: v1\nkind: ReplicationController\nmetadata: {name: three}\nspec: {replicas: 3, selector: {app: three}, template: {metadata: {labels: {app: three}}, spec: {containers: [{name: c, image: 'nginx:1.27', ports: [{containerPort: 80}]}]}}}\n",
		},
		steps: `
$ apply -f three.yaml
> replicationcontroller/three created
~ 1
$ describe replicationcontrollers/three
> Selector: app=three
> Replicas: 3 current / 3 desired Pods Status: 0 Running / 3 Waiting / 0 Succeeded / 0 Failed
> Normal SuccessfulCreate
> replication-controller Created pod: three-
~ 10
$ describe replicationcontrollers/three
> Pods Status: 3 Running / 0 Waiting / 0 Succeeded / 0 Failed
$ get pods --selector=app=three --output=jsonpath={.items..metadata.name}
> three-
`,
	},
	{
		page: 'tasks/administer-cluster/use-cascading-deletion',
		steps: `
$ create deployment site --image=nginx:1.27
~ 10
$ get pods -l app=site --output=yaml
> ownerReferences: - apiVersion: apps/v1 blockOwnerDeletion: true controller: true kind: ReplicaSet name: site-
$ delete deployment site --cascade=foreground
> deployment.apps "site" deleted
$ get replicasets,pods -l app=site
> No resources found
$ create deployment site --image=nginx:1.27
~ 10
$ delete deployment site --cascade=background
> deployment.apps "site" deleted
~ 40
$ get replicasets,pods -l app=site
> No resources found
$ create deployment site --image=nginx:1.27
~ 10
$ delete deployment site --cascade=orphan
> deployment.apps "site" deleted
~ 40
$ get deployments
> No resources found
$ get pods -l app=site
> 1/1 Running
`,
	},
];
