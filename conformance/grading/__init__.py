"""The grade of a client: what an agency's calls show about the program that sent them.

It knows calls, answers and deliveries. It never knows the program itself, and it never judges the service.
"""
