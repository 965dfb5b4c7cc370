import test from 'ava';
import {upstreamPlace} from './upstream-place.js';
import {stageOf} from './stage-entry.js';

const places: ReadonlyArray<readonly [stage: string, place: string]> = [
	['apiserver.admit.mutate.ServiceAccount', 'plugin/pkg/admission/serviceaccount'],
	['apiserver.admit.validate.ResourceQuota', 'k8s.io/apiserver/pkg/admission/plugin/resourcequota'],
	['apiserver.admit.mutate', 'k8s.io/apiserver/pkg/admission MutationInterface'],
	['scheduler.filter.NodeResourcesFit', 'pkg/scheduler/framework/plugins/noderesources'],
	['scheduler.filter.Mine', 'pkg/scheduler/framework RunFilterPlugins'],
	['scheduler.filter.constructor', 'pkg/scheduler/framework RunFilterPlugins'],
	['controller.daemonset.sync', 'pkg/controller/daemon'],
	['controller.csi-attacher.sync', 'github.com/kubernetes-csi/external-attacher'],
	['kubelet.sync', stageOf('kubelet.sync')?.upstream ?? ''],
];

for (const [stage, place] of places) {
	test(`upstream does ${stage} in ${place}`, (t) => {
		const entry = stageOf(stage);
		t.is(entry && upstreamPlace(stage, entry), place);
	});
}
