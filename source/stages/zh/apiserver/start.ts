import type {StartFacts} from '../../facts/apiserver/start.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** The start of the apiserver, in Chinese. */
export const startSentences: Translation<Sentences<StartFacts>> = {
	'apiserver.start'(facts) {
		if ('chain' in facts) {
			return 'kube-apiserver 搭起一条由三个服务器组成的链：请求先到聚合器，再到内置类别的服务器，再到定制资源的服务器，最后是 404。';
		}

		if ('admission' in facts) {
			return `链上的每个服务器都是通用 apiserver：任何处理程序之前，都运行同样的过滤器（认证、审计、鉴权）。${facts.authorizers ? `鉴权器：${listed(facts.authorizers)}。` : ''}打开了 ${facts.admission.length} 个准入插件。`;
		}

		if ('serviceCIDR' in facts) {
			const [first = '', second] = facts.serviceCIDR;
			return second === undefined
				? `Service 的集群 IP 来自 ${first}：这个集群没有别的地址族。`
				: `Service 的集群 IP 来自 ${first}；要求两个地址族的，还来自 ${second}：这是一个双栈集群。`;
		}

		if ('paths' in facts) {
			return '由所有类别的模式（schema）生成 OpenAPI 文档；kubectl 读取它来检查清单、解释字段。';
		}

		if ('group' in facts) {
			return `装入组版本 ${facts.group}：${facts.resources.length} 种资源，每种都是一个 REST 存储，其动词注册为路由。`;
		}

		if ('dumped' in facts && facts.dumped !== undefined) {
			return `kube-apiserver 在 etcd 里找到另一个集群的状态：${facts.dumped} 个对象，直到修订版本 ${facts.revision}；另有 ${facts.objects - facts.dumped} 个对象是每个集群都有的。`;
		}

		return 'objects' in facts
			? `启动后的钩子写入每个新集群都有的 ${facts.objects} 个对象，例如命名空间 default 和 kube-system、引导角色和优先级类。`
			: `kube-apiserver 重新启动，并在 etcd 里找到自己的状态，修订版本 ${facts.revision}。`;
	},
	'apiserver.apiservice'(facts) {
		const {apiService} = facts;
		if ('url' in facts) {
			return `kube-apiserver 访问 ${facts.url}，检查 APIService ${apiService} 的服务器是否可用。`;
		}

		if (facts.available) {
			return `APIService ${apiService} 可用：它的服务器有响应，对 ${apiService} 的请求都转发给它。`;
		}

		return `APIService ${apiService} 不可用（${facts.reason}）：${facts.message}。对它的请求得到 503。`;
	},
	'apiserver.definition'(facts) {
		const {definition} = facts;
		if ('left' in facts) {
			return facts.left === 0
				? `已经没有 ${facts.kind} 对象：${definition} 可以移除。`
				: `${facts.left} 个 ${facts.kind} 对象被 Finalizer 留住：${definition} 等待。`;
		}

		return facts.refusal === undefined
			? `${definition} 的名字被接受：从现在起在 ${facts.group} 里提供 ${facts.names?.plural}，发现机制会列出它们。`
			: `${definition} 不被提供：${facts.refusal}。`;
	},
};
