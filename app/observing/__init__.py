"""What can be watched: logs with request ids, metrics, spans. Fed by the graphs and by the service; knows neither."""
