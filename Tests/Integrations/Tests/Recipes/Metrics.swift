import Metrics
import Patchbay

extension ContainerObserver {
  static let metrics = ContainerObserver(
    started: { service in
      Timer(label: "service_start", dimensions: [("service", service.key)])
        .record(duration: service.duration)
    },
    attemptFailed: { attempt in
      Counter(label: "service_start_failures", dimensions: [("service", attempt.key)]).increment()
    })
}
