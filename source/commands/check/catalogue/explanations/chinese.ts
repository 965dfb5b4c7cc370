import type {Explained} from './explained.js';

/** Reason and remedy of each finding of `check` in Chinese, by its id. */
export const chineseExplanations: Readonly<Record<string, Explained>> = {
	W001: [
		'kubectl 读取文件时，到有错误的文档为止：其后的文档都不会到达集群。',
		'改正所示位置的语法。Helm 模板不是清单：用 --helm 检查 Chart。',
	],
	W002: ['只有最后一个生效，前一个悄悄丢失。', '删除其中一个，或把其中一个改成本来想写的键。'],
	W003: [
		'缺少它们，kubectl 就不知道该发给哪个 API，也不知道指的是哪个对象。',
		'补上 apiVersion、kind 和 metadata.name；用 generateName 时需要 --create。',
	],
	W010: [
		'kubectl 在发现信息中查找类型，查不到就无法发送。',
		'改用集群提供的版本。定制资源可用 --crds 给出它的 CustomResourceDefinition，或用 --ignore-missing-schemas 把这一项降为提示。',
	],
	W011: [
		'kubectl 请求严格校验：只要有一个未知字段，apiserver 就拒绝整个对象。',
		'改正拼写或缩进；kubectl explain 会列出字段。',
	],
	W013: [
		'apiserver 无法解码该对象。没有引号时，YAML 把 8080 读成数字，把 true 读成布尔值。',
		'加上或去掉引号，或写成该字段需要的列表或映射。',
	],
	W027: [
		'客户端应用把整个对象保存在一个注解里，而所有注解合计最多 262144 字节。',
		'用 kubectl apply --server-side 应用；check 也有 --server-side。',
	],
	W026: ['工作负载永远找不到自己创建的 Pod，会没完没了地继续创建。', '给模板加上选择算符要求的标签。'],
	W015: [
		'有些字段在创建对象时就固定了：工作负载的选择算符，Job 和 Pod 的大部分字段，StatefulSet 的存储。',
		'删除对象后重新创建，或给新对象另取名称。',
	],
	W016: ['对象只能在已存在的命名空间中创建。', '先应用该 Namespace，或改正名称。'],
	W018: ['apiserver 拒绝会超出配额的对象。', '减少请求量，提高配额，或设置配额所统计的请求和限制。'],
	W019: ['apiserver 拒绝该 Pod。', '保持在最小值和最大值之间，或修改 LimitRange。'],
	W020: [
		'命名空间有标签 pod-security.kubernetes.io/enforce 时，apiserver 拒绝这样的 Pod。',
		'设置消息中提到的 securityContext 字段，或给命名空间设置别的级别。',
	],
	W021: ['它的某个 CEL 表达式对该对象为 false。', '按策略的消息修改对象。'],
	W022: [
		'failurePolicy 为 Fail 时，没有应答的 Webhook 会使每个要调用它的请求都被拒绝。',
		'先启动 Webhook 背后的 Service，或在规则中排除它自己的命名空间。',
	],
	W023: ['apiserver 拒绝该 Pod；控制器会一再重试。', '在 Pod 的命名空间中创建该 ServiceAccount，或改正名称。'],
	W024: ['apiserver 拒绝该 Pod。', '创建该 PriorityClass，或去掉这个字段。'],
	W025: ['apiserver 拒绝该 Pod。', '创建该 RuntimeClass，或去掉这个字段。'],
	W017: [
		'绑定到该用户的 Role 和 ClusterRole 都不允许对这个资源使用这个动词。',
		'在正确的命名空间中绑定一个允许该请求的角色。',
	],
	W014: ['apiserver 在存储之前校验每个对象。', '写一个符合消息中规则的值。'],
	W028: ['kubectl 会显示原因，对象不会被存储。', '阅读消息；调试器会显示 apiserver 拒绝请求的那一步。'],
	W029: [
		'工作负载本身已存储，但 apiserver 拒绝它的每个 Pod：只有事件会显示原因。',
		'消除 FailedCreate 事件所说的原因：配额、服务账号或 Pod Security 级别。',
	],
	W035: [
		'使用 OrderedReady 时，即使模板已经修好，控制器也不替换从未就绪的 Pod。',
		'删除该 Pod：kubectl delete pod NAME。',
	],
	W030: [
		'调度器筛掉了所有节点，Pod 一直处于 Pending。',
		'减少 CPU 或内存的请求，容忍污点，改正 nodeSelector 或亲和性，或增加节点。用 --cluster 描述你实际的节点。',
	],
	W031: ['在所有门控被移除之前，调度器不处理该 Pod。', '移除门控，或安装负责移除它的控制器。'],
	W032: ['Pod 一直处于 Pending，也没有事件。', '改正 schedulerName，或去掉它。'],
	W033: [
		'调度器跳过这样的 Pod，没有 kubelet 运行它，最后垃圾收集器把它删除。',
		'写集群中存在的节点；最好改用 nodeSelector。',
	],
	W034: ['nodeName 绕过调度器；kubelet 自己检查 Pod，并拒绝它。', '让调度器来选择：去掉 nodeName。'],
	W040: [
		'在申领绑定之前，使用它的 Pod 不会被调度。',
		'指定存在的 StorageClass，或创建大小、卷模式、访问模式和类都相符的 PersistentVolume。',
	],
	W041: [
		'kubelet 等所有卷都就绪后才启动容器：Pod 停在 ContainerCreating。',
		'创建卷所引用的 ConfigMap、Secret 或路径，或改正名称。',
	],
	W042: ['Finalizer 会保护它，直到最后一个 Pod 消失。', '删除使用它的 Pod。'],
	W043: [
		'带 ResourceClaim 的 Pod，要等申领能够分配之后才会被调度。',
		'创建该 ResourceClaim 或它的 DeviceClass，或安装驱动。',
	],
	W050: [
		'kubelet 无法组成环境变量：CreateContainerConfigError。',
		'把它加到文件中，改正名称，或把引用标为 optional。如果它由别处创建，请写明原因并忽略这一项。',
	],
	W051: ['kubelet 根本不会联系镜像仓库：InvalidImageName。', '写成小写的“仓库/名称:标签”；先填好模板变量。'],
	W052: [
		'镜像仓库没有这个名称或标签，或需要凭据：先是 ErrImagePull，然后是 ImagePullBackOff。',
		'改正名称和标签，或添加 imagePullSecrets。你自己的镜像可以在场景文件的 images 中描述（--images）。',
	],
	W061: [
		'kubelet 不用它继续拉取：FailedToRetrieveImagePullSecret。公开的镜像照样能拉取，私有的不能。',
		'用 kubectl create secret docker-registry 创建它，或从 Pod 中去掉。',
	],
	W062: [
		'在 spec.paused 被移除之前，控制器不上线任何修改，也不报告错误。',
		'从文件中去掉 paused，或运行 kubectl rollout resume。',
	],
	W053: ['kubelet 不会拉取它：ErrImageNeverPull。', '改用 IfNotPresent，或把镜像加载到节点上。'],
	W054: [
		'每次退出之后，kubelet 等待的时间更长：CrashLoopBackOff。',
		'在它的输出中找原因（kubectl logs --previous）：缺少变量、参数错误或内存太小。',
	],
	W055: ['运行时在镜像中找不到这个程序，或无权运行它。', '改正命令，或去掉命令，让镜像的入口点运行。'],
	W056: ['没有网络和运行时处理程序，容器就无法启动。', '阅读消息：原因在网络插件，或在 RuntimeClass 的处理程序。'],
	W057: [
		'所有 Init 容器结束之后，Pod 的容器才会启动。',
		'修复它所等待的服务器，或给它设置 restartPolicy: Always，使它成为边车。',
	],
	W063: [
		'kubelet 看到进程在运行，所以 Pod 可能是 Ready，但循环之后的程序永远不会启动。',
		'修复它所等待的 Service，或改正命令行中的名称。readinessProbe 能显示出这样的等待。',
	],
	W058: ['失败次数达到 backoffLimit，或超过 activeDeadlineSeconds，Job 就失败。', '阅读它的容器的输出。'],
	W059: ['Job 的 Pod 都结束之后，Job 才算完成。', '给它会结束的工作，或改成 Deployment。'],
	W060: ['回调结束之前，容器不算在运行；回调失败时，容器会被杀死。', '改正回调的命令或路径。'],
	W065: [
		'失败次数达到 failureThreshold 之后，kubelet 重启该容器。',
		'改正端口、路径或协议，或用 startupProbe 给它更多时间。',
	],
	W066: ['未就绪的 Pod 得不到流量，上线过程也会等它。', '改正探针的端口、路径或协议。'],
	W067: ['initialDelaySeconds 或 periodSeconds 比这次运行更长。', '让探针早些开始，或用 --for 让运行持续更久。'],
	W068: ['程序什么也不提供时它也可能成功，程序正常时它也可能因为外部原因失败。', '探测程序所提供的端口和路径。'],
	W069: ['每个 readinessGates 都为 True，Pod 才算就绪。', '安装负责设置它的控制器，或去掉门控。'],
	W036: [
		'kubelet 的准入处理程序在容器启动之前拒绝它；Pod 停在 Failed。',
		'去掉节点不满足的要求，或让 Pod 在满足要求的节点上运行。',
	],
	W012: ['它有地址，但没有端点：每个连接都会被拒绝。', '在选择算符中写上 Pod 的标签。'],
	W070: ['连接到达 Pod，并在那里被拒绝。', '把 targetPort 设为程序的端口，或 Pod 中某个端口的名称。'],
	W079: [
		'发往这些 Pod 的数据包都会被丢弃：客户端都在徒劳地等待。',
		'增加一个允许这些客户端的 NetworkPolicy，或给选中这些 Pod 的策略加一条规则。',
	],
	W071: [
		'只有云控制器或 MetalLB 之类的控制器才会分配地址；没有它们时，Service 只在集群内部可用。',
		'安装这样的控制器，或改用 NodePort 类型或 Ingress。',
	],
	W072: ['没有控制器的 Ingress 不起作用。', '指定存在的 IngressClass，或把某个 IngressClass 标为默认。'],
	W073: ['请求会得到 503。', '改正后端的名称或端口。'],
	W074: [
		'控制器用自己的证书应答，而客户端不信任它。',
		'创建 kubernetes.io/tls 类型的 Secret；如果由 cert-manager 创建，请写明原因并忽略这一项。',
	],
	W075: ['绑定已存储，但什么也不允许。', '创建该角色，或改正它的名称或类型。'],
	W076: ['它不会扩缩任何对象：FailedGetScale。', '改正 scaleTargetRef。'],
	W077: [
		'容器没有请求，或没有指标服务器时，没有可以比较的利用率。',
		'给容器设置所测资源的请求，或为该指标安装服务器。',
	],
	W078: [
		'metrics-server 或自定义指标的适配器不是 Kubernetes 的一部分：没有它，Pod 的数量保持不变。',
		'如果你的集群有它，就不用处理：在 .k8s-walkthrough.yaml 中写明原因并关闭这一项。',
	],
	W080: [
		'在负责该 Finalizer 的控制器移除它之前，对象一直存在。',
		'让控制器完成工作；如果控制器已经不在了，就手动移除 Finalizer。',
	],
	W090: ['运行已静止，而对象既没有就绪，也没有完成。', '调试器会显示每一步：k8s-walkthrough run FILE。'],
	W091: ['不知道这些对象是否会就绪。', '用 --for 和 --stops 提高上限，或一次检查较少的文件。'],
	W092: [
		'每个组件完成一部分工作：没有调度器，Pod 得不到节点；没有控制器管理器，就没有组件创建 Pod。',
		'重新启动该组件：在真实的控制平面上，查看 kube-system 中的静态 Pod 和 systemctl status kubelet。',
	],
	W100: [
		'假设未知的程序会启动并监听；假设集群之外的名称会应答。',
		'在场景文件中描述该镜像（--images），或用 --fail-on assumed 让假设也算失败。',
	],
	W101: [
		'命名空间常由其他工具创建；如果缺少这一个，kubectl apply 会被拒绝。',
		'把该 Namespace 加到文件中，或用 --cluster 或 --from 描述你的集群。',
	],
	W102: ['apiserver 按模式（schema）检查它，除此之外这里什么也不发生。', '不用处理：只检查它的模式（schema）。'],
	W103: ['使用 --ignore-missing-schemas 时，这是提示而不是错误。', '用 --crds 给出它的 CustomResourceDefinition。'],
	W109: [
		'cert-manager、External Secrets 和 Sealed Secrets 未被模拟。没有它们的 Secret，挂载它的 Pod 不会启动。',
		'如果该控制器在运行，就不用处理；否则请定义这个 Secret。',
	],
	W110: [
		'托管集群和 Operator 以通用的名称提供它们。在没有它们的集群里，申领和 Pod 一直处于 Pending，Ingress 也没有控制器处理。',
		'如果集群有它，就不用处理；否则请定义该类，或用 --cluster 或 --from 描述集群。',
	],
	W111: [
		'kustomize 或 helm 用该文件夹中的补丁、基准和模板生成清单。',
		'也检查渲染的结果：check -k FOLDER，check --helm CHART。',
	],
	W113: [
		'运行时间短于到下一个 Job 的时间，所以该模板的 Pod 从未启动。',
		'在调试器中手动运行该 Job：kubectl create job NAME --from=cronjob/NAME。--for 可以延长运行。',
	],
	W120: [
		'该注解列出要忽略的项，每项都要有原因；无法读取的注解不会忽略任何内容。',
		'写成这样：“W052: 镜像来自 CI; W066: 有意放慢”。',
	],
	W104: [
		'kubectl 在发现信息中找不到这个类型，因此什么也不发送。Alpha 和 Beta 版本的 API 默认关闭。',
		'改用这个版本的 Kubernetes 提供的 API 版本；如果有，这一项会写明。',
	],
	W105: [
		'kubectl 请求严格校验：只要有一个未知的字段或值，apiserver 就拒绝整个对象。',
		'对该版本去掉这个字段，或先升级集群。',
	],
	W106: ['升级之后，kubectl apply 这个文件会被拒绝。', '改用替代它的 API 版本；kubectl convert 也会改写字段。'],
	W107: [
		'apiserver 接受对象，但丢弃这个字段：Pod 在没有它的情况下运行。',
		'在控制平面和 kubelet 中打开门控，或在门控默认打开之前不用这个字段。',
	],
	W108: [
		'录制的是 Kubernetes 1.36 的行为；对其他版本，只知道 API 和特性门控。',
		'这里不用处理：请在该版本的集群上试一试。',
	],
	W112: [
		'只有 Kubernetes 1.36 的应答是从真实集群录制的；这一变化取自公开的源代码。',
		'这里不用处理：在依赖它之前，请在该版本的集群上试一试。',
	],
	W130: [
		'Pod 结束时，代理还在向它们发送请求；或者 Pod 在能够应答之前就已就绪。',
		'给容器设置就绪探针和几秒的 preStop 休眠，并让上线过程先启动新的 Pod（maxUnavailable: 0）。',
	],
	W131: [
		'kubectl apply 只有带 --prune 才会删除；helm upgrade 会删除发布中不再包含的对象。',
		'手动删除它，或把它留在文件中。',
	],
	W132: [
		'升级所设置的某个字段不能改回去，或旧的 Pod 使用的对象已不存在。',
		'升级之前先准备好退路，例如删除对象后重新应用，这会有停机时间。',
	],
	W133: ['升级从一个本来就有问题的应用开始，所以丢失的请求和回滚说明不了什么。', '先单独检查旧文件。'],
};
