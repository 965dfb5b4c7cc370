import type {Title} from '../../stage.js';
import type {kubeletStages} from '../../kubelet.js';
import type {Translation} from '../../translation.js';

/** Stages of the kubelet, its runtime and the plug-ins of network and storage, in Chinese. */
export const kubeletTitles: Translation<Readonly<Record<keyof typeof kubeletStages, Title>>> = {
	'kubelet.node': {title: '节点注册', about: 'kubelet 创建自己的 Node 对象。'},
	'kubelet.lease': {title: '心跳', about: 'kubelet 每十秒续一次租约：节点还活着。'},
	'kubelet.cpus': {title: 'CPU 管理器', about: 'Guaranteed 的容器可以独占整个 CPU；其他容器共享剩下的。'},
	'kubelet.usage': {
		title: '资源指标',
		about: 'metrics-server 向每个 kubelet 询问容器的用量；kubectl top 和自动扩缩都读它。',
	},
	'kubelet.shutdown': {
		title: '优雅关机',
		about: '节点关机之前，kubelet 先结束 Pod，最不重要的在前。',
	},
	'kubelet.eviction': {title: '驱逐', about: '内存、磁盘或进程 ID 不足时，kubelet 先于内核结束一些 Pod。'},
	'kubelet.garbage': {title: '垃圾收集', about: '磁盘快满时，没有容器使用的镜像会被清理。'},
	'kubelet.resync': {
		title: '重新同步',
		about: '最早的 kubelet 每 20 秒列出绑定到自己的 Pod，以防漏掉什么；如今只靠监视。',
	},
	'kubelet.static': {title: '静态 Pod', about: 'kubelet 读取自己磁盘上的清单，不经 apiserver 就运行其中的 Pod。'},
	'kubelet.mirror': {title: '镜像 Pod', about: 'API 里的一个对象，是静态 Pod 的影子；删除它并不会停掉那个 Pod。'},
	'kubelet.sync': {title: 'Pod worker', about: '每个 Pod 有一个 worker，把它与正在运行的容器比较，并补上差异。'},
	'kubelet.admit': {title: 'kubelet 准入', about: '资源、端口、选择算符和安全，由节点作最后决定。'},
	'kubelet.cgroup': {title: '控制组', about: 'Pod 得到一个控制组，位于其 QoS 类的控制组之下。'},
	'kubelet.directories': {title: '目录', about: 'kubelet 在节点上创建 Pod 的目录。'},
	'kubelet.volumes': {title: '卷管理器', about: '所有卷挂载好之前，任何容器都不会启动。'},
	'kubelet.pull': {title: '镜像', about: '拉取策略、Secret 和退避，决定是否拉取镜像、何时拉取。'},
	'kubelet.status': {title: '状态管理器', about: 'kubelet 看到的，成为 Pod 的状态。'},
	'kubelet.pleg': {title: 'PLEG', about: 'Pod 生命周期事件生成器列出容器，Pod 有变化就唤醒它的 worker。'},
	'kubelet.probe': {title: '探针', about: 'kubelet 检查容器：启动了吗？活着吗？就绪了吗？'},
	'kubelet.hook': {title: '生命周期回调', about: '回调在容器启动之后立即执行，或在停止之前执行。'},
	'kubelet.restart': {title: '重启', about: '结束了的容器会被重启，每次等得更久。'},
	'kubelet.resize': {title: '调整大小', about: 'Pod 要求不同的资源：节点分配给它，否则它需要等待。'},
	'kubelet.kill': {title: '终止', about: '回调，停止信号，宽限期，SIGKILL。'},
	'kubelet.logs': {title: '日志', about: 'kubelet 为客户端读取容器的日志。'},
	'kubelet.metrics': {title: '指标', about: 'Pod 启动用了多久。'},
	cri: {title: '容器运行时接口', about: 'kubelet 通过 gRPC 调用容器运行时。'},
	cni: {title: '网络插件', about: '一个读 JSON、打印 JSON 的程序，把沙箱接入网络。'},
	csi: {title: '存储插件', about: 'kubelet 和边车通过 gRPC 调用卷的驱动程序。'},
	dra: {title: '设备插件', about: '驱动程序发布其节点的设备；kubelet 通过 gRPC 请它准备好设备。'},
	container: {title: '容器', about: '容器里面发生的事。'},
};
