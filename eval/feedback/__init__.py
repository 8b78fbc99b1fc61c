"""What those who read the answers thought of them."""
